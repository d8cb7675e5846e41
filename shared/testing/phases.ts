import type { PhaseName } from '../session/events.ts';
import type { SessionDriver } from './session-driver.ts';
import { calls, drive, OVERLOADED, stepTo, text, use } from './stories.ts';

/** A fresh session that stands in each phase, with one more try and one more call open where the phase has some. */
export const IN_PHASE: Record<PhaseName, () => SessionDriver> = {
  request: () => drive([calls('t1'), text('Done.')]),
  sending: () => begun([calls('t1'), text('Done.')]),
  'backing-off': () => {
    const driver = begun([OVERLOADED, calls('t1'), text('Done.')]);
    driver.answerOne();
    return driver;
  },
  response: () => stepTo(drive([calls('t1'), text('Done.')]), 'response'),
  tools: () => stepTo(drive([calls('t1', use('t2', 'pay')), text('Done.')]), 'tools'),
  running: () => {
    const driver = begun([calls('t1', use('t2', 'pay')), text('Done.')]);
    driver.answerOne();
    driver.answerOne();
    return driver;
  },
  results: () => stepTo(drive([calls('t1', use('t2', 'pay')), text('Done.')]), 'results'),
  ended: () => {
    const driver = begun([text('Done.'), text('Again.')]);
    driver.run();
    return driver;
  },
};

function begun(steps: Parameters<typeof drive>[0]): SessionDriver {
  const driver = drive(steps);
  driver.command({ type: 'continue' });
  return driver;
}
