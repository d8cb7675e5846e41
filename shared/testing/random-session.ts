import fc from 'fast-check';
import type { Command } from '../debugger/command-types.ts';
import type { ContentBlock } from '../messages/types.ts';
import type { ScenarioStep } from '../scripted/scenario-types.ts';
import type { StopName } from '../session/events.ts';
import { DEFAULT_LIMITS } from '../session/limits.ts';
import type { LimitName } from '../session/limits.ts';
import { configById } from '../session/tree.ts';
import type { SessionDriver } from './session-driver.ts';
import { answer, BAD_REQUEST, calls, CUT_STREAM, OVERLOADED, text, use, WRONG_STREAM } from './stories.ts';

/** One thing that happens to a session: a person, the outside, the clock or a crash. Numbers choose among what is there. */
export class Happening {
  readonly #act: string;
  readonly #run: (driver: SessionDriver) => SessionDriver | void;

  constructor(act: string, run: (driver: SessionDriver) => SessionDriver | void) {
    this.#act = act;
    this.#run = run;
  }

  /** Lets it happen; after a crash another driver goes on. */
  run(driver: SessionDriver): SessionDriver {
    return this.#run(driver) ?? driver;
  }

  /** How a counterexample shows it. */
  [fc.toStringMethod](): string {
    return this.#act;
  }
}

const STEPS: readonly ((id: string) => ScenarioStep)[] = [
  (id) => calls(`${id}a`),
  (id) => calls(`${id}a`, use(`${id}b`, 'pay', { sum: 1 })),
  (id) => calls(use(`${id}a`, 'look', { q: 'same' })),
  (id) => calls(use(`${id}a`, 'bash'), use(`${id}b`, 'bash'), `${id}c`),
  (id) => calls(use(`${id}a`, 'nobody')),
  (id) => answer([{ type: 'text', text: 'Look.' }, use(`${id}a`)], 'tool_use', [40, 10]),
  () => text('Done.'),
  () => text('Paused.', 'pause_turn'),
  () => text('Too lo', 'max_tokens'),
  (id) => answer([use(`${id}a`)], 'max_tokens'),
  (id) => answer([use(`${id}a`)], 'end_turn'),
  () => text('', 'tool_use'),
  () => answer([], 'end_turn'),
  () => answer([], 'refusal'),
  () => text('No.', 'refusal'),
  () => text('Full', 'model_context_window_exceeded'),
  () => text('New', 'from_the_future'),
  () => OVERLOADED,
  () => BAD_REQUEST,
  () => CUT_STREAM,
  () => WRONG_STREAM,
];

/** A script of up to 12 answers of all kinds, ids unique in it. */
export const anyScript: fc.Arbitrary<ScenarioStep[]> = fc
  .array(fc.nat(STEPS.length - 1), { minLength: 1, maxLength: 12 })
  .map((kinds) => kinds.map((kind, index) => (STEPS[kind] ?? OVERLOADED_STEP)(`t${index}`)));
const OVERLOADED_STEP = (): ScenarioStep => OVERLOADED;

const pick = <T>(list: readonly T[], number: number): T | undefined => list[number % Math.max(list.length, 1)];
const stop: fc.Arbitrary<StopName> = fc.constantFrom('request', 'response', 'tools', 'results');
const number = fc.nat(1000);

type Maker = (driver: SessionDriver, one: number, other: number, at: StopName) => Command;

function nodeOf(driver: SessionDriver, number: number): string {
  return pick(driver.state.tables.nodes, number)?.id ?? 'm0';
}

/** An open call of the driven branch, now and then one that does not exist. */
function callOf(driver: SessionDriver, number: number): string {
  return number % 17 === 0 ? 'm9999.0' : (pick(driver.at.calls, number)?.id ?? 'm1.0');
}

const GOING: readonly Maker[] = [
  () => ({ type: 'continue' }),
  () => ({ type: 'continue' }),
  () => ({ type: 'continue', openCalls: 'run' }),
  () => ({ type: 'continue', openCalls: 'notRun' }),
  () => ({ type: 'next', granularity: 'stop' }),
  () => ({ type: 'next', granularity: 'stop' }),
  () => ({ type: 'next', granularity: 'turn' }),
  () => ({ type: 'stepIn' }),
  () => ({ type: 'stepOut' }),
  () => ({ type: 'next', granularity: 'stop' }),
  () => ({ type: 'pause' }),
  () => ({ type: 'terminate' }),
  () => ({ type: 'restart' }),
  (_driver, one) => ({ type: 'say', text: one % 9 === 0 ? ' ' : `Say ${one}` }),
];

const BRANCHES: readonly Maker[] = [
  (driver, one, _other, at) => ({ type: 'fork', head: nodeOf(driver, one), stop: at }),
  (driver, _one, _other, at) => ({ type: 'fork', head: driver.at.head, stop: at }),
  (_driver, one) => ({ type: 'rename-branch', name: one % 5 === 0 ? '' : `name ${one}` }),
  () => ({ type: 'delete-branch' }),
  () => ({ type: 'restore-branch' }),
];

const LIMITS = Object.keys(DEFAULT_LIMITS).filter((name) => name !== 'truncationMark') as LimitName[];

const SETTINGS: readonly Maker[] = [
  (driver, one) => {
    const { body, endpoint, policy } = configById(driver.state, driver.at.config);
    return { type: 'edit-config', config: { body: { ...body, max_tokens: 1000 + one }, endpoint, policy } };
  },
  (_driver, one, other) => ({ type: 'edit-limits', limits: { [pick(LIMITS, one) ?? 'maxTurns']: other % 9 } }),
  (_driver, one, other) => ({ type: 'raise-limit', limit: pick(LIMITS, one) ?? 'maxTurns', to: other }),
  (driver, one) => ({
    type: 'raise-limit',
    limit: driver.at.limit?.limit ?? 'maxTurns',
    to: (driver.at.limit?.at ?? 0) + one,
  }),
  (_driver, one) => ({
    type: 'set-source',
    tool: pick(['look', 'pay', null], one) ?? null,
    source: pick(['typed', 'scripted', 'recorded', 'live', null] as const, one) ?? null,
  }),
  (_driver, one, _other, at) => ({
    type: 'set-breakpoint',
    breakpoint: { id: `p${one % 3}`, where: { kind: 'stop', stop: at }, enabled: one % 4 !== 0 },
  }),
  (_driver, one) => ({ type: 'remove-breakpoint', breakpoint: `p${one % 3}` }),
  (_driver, one) => ({
    type: 'set-exception-breakpoints',
    exceptions: { runFailed: true, failedTry: one % 2 === 0, toolError: one % 3 === 0 },
  }),
];

const CALLS: readonly Maker[] = [
  (driver, one) => ({
    type: 'set-call',
    call: callOf(driver, one),
    input: one % 7 === 0 ? 'no object' : { q: `edited ${one % 3}` },
  }),
  (driver, one, other) => ({
    type: 'set-call',
    call: callOf(driver, one),
    source: pick(['typed', 'scripted', 'recorded', 'live'] as const, other) ?? 'typed',
  }),
  (driver, one, other) => ({
    type: 'set-call',
    call: callOf(driver, one),
    injection:
      pick(
        [null, { kind: 'error', text: 'injected' }, { kind: 'delay', ms: 5 }, { kind: 'timeout' }] as const,
        other,
      ) ?? null,
  }),
  (driver, one, other) => ({
    type: 'set-call',
    call: callOf(driver, one),
    decision: pick(['allow', 'deny', 'ask', 'allow'] as const, other) ?? 'ask',
  }),
  (driver, one, other) => ({
    type: 'edit-result',
    call: callOf(driver, one),
    result: { content: `typed ${one}`, is_error: other % 3 === 0 },
  }),
  () => ({ type: 'undo' }),
  () => ({ type: 'redo' }),
];

const words = (said: string): ContentBlock => ({ type: 'text', text: said });

/** Edits of messages: these can break any rule of the API. */
const EDITS: readonly Maker[] = [
  (driver, one, other) => ({
    type: 'edit-message',
    node: nodeOf(driver, one),
    message: { role: other % 2 === 0 ? 'user' : 'assistant', content: `edited ${one}` },
    keep: other % 3 === 0,
  }),
  (driver, one, other) => ({
    type: 'edit-message',
    node: driver.at.head ?? 'm0',
    message: { role: 'assistant', content: [words(`edited ${one}`), use(`e${one}_${other}`)] },
    keep: false,
  }),
  (driver, one, other) => ({
    type: 'edit-history',
    base: one % 5 === 0 ? null : nodeOf(driver, one),
    messages: [{ from: nodeOf(driver, other) }, { role: 'user', content: 'put in' }].slice(other % 3) as never,
  }),
  (_driver, _one, _other, at) => ({ type: 'fork', head: null, stop: at }),
  () => ({ type: 'fix', rule: 'any' }),
];

function commandOf(makers: readonly Maker[]): fc.Arbitrary<Happening> {
  return fc.tuple(fc.nat(makers.length - 1), number, number, stop).map(([which, one, other, at]) => {
    const make = makers[which] ?? (() => ({ type: 'pause' }) as const);
    return new Happening(`${make.toString().replaceAll(/\s+/g, ' ').slice(0, 60)} ${one} ${other} ${at}`, (driver) => {
      driver.command(make(driver, one, other, at));
    });
  });
}

const outside = (act: string, run: (driver: SessionDriver, number: number) => void): fc.Arbitrary<Happening> =>
  number.map((chosen) => new Happening(`${act} ${chosen}`, (driver) => run(driver, chosen)));

const OUTSIDE: readonly fc.Arbitrary<Happening>[] = [
  outside('answer', (driver, one) => void driver.answerOne(one % Math.max(driver.pending.length, 1))),
  outside('time', (driver, one) => void driver.elapse(pick(['retry', 'run', 'request', 'tool'] as const, one))),
  outside('part of a stream', (driver, one) => {
    if (driver.pending[0]?.type === 'send') driver.streamPart(one % 4);
  }),
  outside('wait', (driver, one) => void (driver.now += one)),
  outside('late result', (driver, one) => {
    const { branch } = driver;
    driver.fact({
      type: 'tool-result',
      branch,
      effect: one,
      call: callOf(driver, one),
      result: { content: 'late', is_error: false },
    });
  }),
  outside('wrong request', (driver, one) => {
    const request = `q${one}`;
    driver.fact({ type: 'head', branch: driver.branch, request, status: 200, requestId: null });
    driver.fact({ type: 'chunk', branch: driver.branch, request, frames: [[0, 'x']] });
    driver.fact({ type: 'body-end', branch: driver.branch, request, json: one % 2 === 0, nextCursor: null });
  }),
  outside(
    'wrong branch',
    (driver, one) => void driver.fact({ type: 'tool-waits', branch: `b${one + 5000}`, effect: one, call: 'm1.0' }),
  ),
  outside(
    'look elsewhere',
    (driver, one) => void (driver.branch = pick(driver.state.record.branches, one)?.id ?? 'b1'),
  ),
  outside('answer twice', (driver, one) => {
    const effect = driver.pending[one % Math.max(driver.pending.length, 1)];
    if (effect) driver.pending.push(effect);
  }),
];

const crash = fc.constant(new Happening('crash', (driver) => driver.crash()));

/** What may happen without anybody editing a message by hand: the conversation stays one the API takes. */
export const anyHappening: fc.Arbitrary<Happening> = fc.oneof(
  { weight: 8, arbitrary: commandOf(GOING) },
  { weight: 6, arbitrary: fc.oneof(...OUTSIDE) },
  { weight: 8, arbitrary: outside('answer all', (driver) => driver.run()) },
  { weight: 4, arbitrary: outside('answer one', (driver) => void driver.answerOne()) },
  { weight: 3, arbitrary: commandOf(CALLS) },
  { weight: 2, arbitrary: commandOf(SETTINGS) },
  { weight: 2, arbitrary: commandOf(BRANCHES) },
  { weight: 1, arbitrary: crash },
);

/** Everything that can happen. */
export const anyHappeningAndEdits: fc.Arbitrary<Happening> = fc.oneof(
  { weight: 6, arbitrary: anyHappening },
  { weight: 1, arbitrary: commandOf(EDITS) },
);
