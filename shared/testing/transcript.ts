import type { Command } from '../debugger/command-types.ts';
import type { Branch } from '../session/state.ts';
import { eventLine } from './event-line.ts';
import type { SessionDriver } from './session-driver.ts';

/** Records a debugging session as a text: each command, then the events it led to. */
export class Transcript {
  #driver: SessionDriver;
  readonly #lines: string[] = [];
  #seen = 0;

  constructor(driver: SessionDriver) {
    this.#driver = driver;
    this.#events();
  }

  /** A command, with what the debugger says to it. */
  command(command: Command, note = ''): this {
    this.#lines.push('', `> ${command.type}${rest(command)}${note ? `   # ${note}` : ''}`);
    const refusal = this.#driver.command(command);
    if (refusal) this.#lines.push(`  refused: ${refusal.code}${refusal.detail ? ` (${refusal.detail})` : ''}`);
    return this.#events();
  }

  /** Lets the outside answer everything that is pending. */
  run(note = 'the outside answers'): this {
    this.#lines.push(`~ ${note}`);
    this.#driver.run();
    return this.#events();
  }

  /** A line of explanation. */
  note(text: string): this {
    this.#lines.push('', `# ${text}`);
    return this;
  }

  /** The host dies and is started again: what follows is the life after. */
  crash(): this {
    this.#lines.push('', '! the host is killed and started again');
    this.#driver = this.#driver.crash();
    return this.#events();
  }

  /** The session as it is driven now; another one after a crash. */
  get driver(): SessionDriver {
    return this.#driver;
  }

  /** Any other step of a test. */
  step(note: string, act: (driver: SessionDriver) => void): this {
    this.#lines.push(`~ ${note}`);
    act(this.#driver);
    return this.#events();
  }

  /** Looks at another branch from here on. */
  switchTo(branch: string): this {
    this.#driver.branch = branch;
    this.#lines.push('', `= on branch ${branch}`);
    return this.#events();
  }

  /** Looks at the branch that was made last. */
  switchToNewest(): this {
    return this.switchTo(this.#driver.state.record.branches.at(-1)?.id ?? 'b1');
  }

  #events(): this {
    for (const event of this.#driver.log.events.filter((each) => each.seq > this.#seen)) {
      if (event.type !== 'response-chunk' && event.type !== 'response-head') this.#lines.push(`  ${eventLine(event)}`);
      this.#seen = event.seq;
    }
    const { at } = this.#driver;
    this.#lines.push(
      `  [${at.phase}${at.stopped ? `, paused: ${at.stopped.reason}` : ''}${at.outcome ? `, ${at.outcome.status} · ${at.outcome.reason}` : ''}, turn ${at.turn}${openCalls(at)}]`,
    );
    return this;
  }

  toString(): string {
    return `${this.#lines.join('\n')}\n`;
  }
}

function openCalls({ calls }: Branch): string {
  return calls.length > 0 ? `, calls ${calls.map((call) => `${call.toolUseId} ${call.state}`).join(', ')}` : '';
}

function rest(command: Command): string {
  const { type: _type, ...others } = command;
  return Object.keys(others).length > 0 ? ` ${JSON.stringify(others)}` : '';
}
