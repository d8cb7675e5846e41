import { compose } from '../../../shared/loop/compose.ts';
import { EventLog } from '../../../shared/session/log.ts';
import type { Measure } from '../measure-type.ts';
import { median, quantile, seeded } from '../parts/figures.ts';
import { longRun } from '../parts/long-session.ts';

const EVENTS = 10_000;

/** To any event of a long session and to the request that would leave there, in random order. */
export const seek: Measure = {
  name: 'seek',
  async run() {
    const events = longRun(EVENTS);
    const began = performance.now();
    const log = EventLog.of(events);
    const fold = performance.now() - began;
    const random = seeded(7);
    const state: number[] = [];
    const body: number[] = [];
    for (let at = 0; at < EVENTS; at++) {
      const seq = 1 + Math.floor(random() * log.seq);
      const started = performance.now();
      const viewed = log.stateAt(seq);
      const seen = performance.now();
      if (viewed.record.seq !== seq) throw new Error(`event ${seq} shows the state after ${viewed.record.seq}`);
      compose(viewed, 'b1');
      state.push(seen - started);
      body.push(performance.now() - started);
    }
    const note = `${log.seq} events, median ${median(body).toFixed(3)} ms, longest ${Math.max(...body).toFixed(1)} ms`;
    return [
      { name: 'seek: state at any event, p95', measured: quantile(state, 0.95), unit: 'ms', limit: 50, holds: 'most' },
      {
        name: 'seek: its next request, p95',
        measured: quantile(body, 0.95),
        unit: 'ms',
        limit: 50,
        holds: 'most',
        note,
      },
      { name: 'seek: folding all events', measured: fold, unit: 'ms', limit: 0, holds: 'told' },
    ];
  },
};
