import { textOf } from '../messages/blocks.ts';
import type { Command } from '../debugger/command-types.ts';
import type { SessionEvent } from '../session/events.ts';
import type { Branch } from '../session/state.ts';
import { pathText } from './path-text.ts';
import type { SessionDriver } from './session-driver.ts';

/** One event as a line a person can read; ids are kept, times are left out. */
export function eventLine(event: SessionEvent): string {
  const { type } = event;
  return `${event.seq} ${event.branch} ${type}${detail(event)}`;
}

function detail(event: SessionEvent): string {
  switch (event.type) {
    case 'stopped':
      return ` at ${event.stop}, ${event.reason}${event.breakpoints?.length ? ` by ${event.breakpoints.join(' ')}` : ''}${event.calls?.length ? ` for ${event.calls.join(' ')}` : ''}`;
    case 'continued':
      return ` ${event.command}${event.granularity ? ` ${event.granularity}` : ''}`;
    case 'run-start':
      return ` from ${event.phase}`;
    case 'run-end':
      return ` ${event.outcome.status} · ${event.outcome.reason} in ${event.phase}`;
    case 'limit-hit':
      return ` ${event.limit} ${event.reached} of ${event.value}${event.tool ? ` by ${event.tool}` : ''}`;
    case 'request-start':
      return ` turn ${event.turn} try ${event.try}: ${[...(event.base ? [`… ${event.base}`] : []), ...event.messages].join(', ')}${event.patch ? ` with ${JSON.stringify(event.patch)}` : ''}`;
    case 'response-end':
      return ` ${event.outcome}, stop_reason ${event.message.stop_reason}`;
    case 'request-error':
      return ` ${event.outcome}: ${event.error.kind} ${event.error.type}${event.partial ? `, kept ${blocks(event.partial.content)}` : ''}`;
    case 'retry-wait':
      return ` ${event.try} of ${event.of}: ${event.ms} ms`;
    case 'tool-call-start':
      return ` ${event.call} ${event.name} ${JSON.stringify(event.input)} from ${event.source}`;
    case 'tool-call-wait':
      return ` ${event.call} ${event.why}`;
    case 'tool-call-end':
      return ` ${event.call} ${event.state} (${event.source}): ${text(event.result.content)}`;
    case 'tool-call-doubt':
      return ` ${event.call}`;
    case 'call-set':
      return `${by(event.why)} ${event.call} ${JSON.stringify({ input: event.input, source: event.source, decision: event.decision, injection: event.injection })}`;
    case 'result-edit':
      return `${by(event.why)} ${event.call}: ${text(event.result.content)} (was ${text(event.before.content)})`;
    case 'late':
      return ` ${event.what} for effect ${event.effect}`;
    case 'message-append':
      return ` m${event.seq} ${event.role} (${event.origin}): ${blocks(event.content)}`;
    case 'history-edit':
      return ` ${event.why} behind ${event.base ?? 'nothing'}: ${event.messages.map((each, index) => `m${event.seq}.${index} ${'from' in each ? `= ${each.from}` : `${each.role} ${blocks(each.content)}`}`).join(' | ')}`;
    case 'head-move':
      return ` ${event.why} to ${event.to}${event.patch ? ` with ${JSON.stringify(event.patch)}` : ''}`;
    case 'branch-create':
      return ` "${event.name}" (${event.why}) from ${event.from} at ${event.head ?? 'nothing'}, ${event.stop}`;
    case 'branch-change':
      return ` ${JSON.stringify({ name: event.name, deleted: event.deleted })}`;
    case 'log-point':
      return ` ${event.breakpoint}: ${event.text?.replaceAll('\n', ' ⏎ ') ?? '(counted)'}`;
    case 'breakpoint-set':
      return ` ${event.breakpoint.id} ${JSON.stringify(event.breakpoint.where)}${event.removed ? ' removed' : ''}`;
    case 'limits-set': {
      const changed = Object.entries(event.limits).filter(
        ([key, value]) => event.before[key as keyof typeof event.before] !== value,
      );
      return ` ${changed.map(([key, value]) => `${key} = ${value}`).join(', ')}`;
    }
    case 'config-set':
      return ` max_tokens ${event.config.body.max_tokens}`;
    case 'source-set':
      return ` ${event.tool ?? 'every tool'} from ${event.source ?? 'its default'}`;
    case 'session-create':
      return `: ${event.messages.map((message) => `${message.role} ${blocks(message.content)}`).join(' | ')}`;
    default:
      return '';
  }
}

const by = (why: 'undo' | 'redo' | undefined): string => (why ? ` (${why})` : '');

function text(content: Parameters<typeof textOf>[0]): string {
  const said = textOf(content).replaceAll('\n', ' ⏎ ');
  return said.length > 70 ? `${said.slice(0, 67)}…` : said;
}

function blocks(content: Parameters<typeof textOf>[0]): string {
  if (typeof content === 'string') return JSON.stringify(content);
  return pathText(content ?? []);
}

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
