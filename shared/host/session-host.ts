import type { CreateSession, SessionSummary } from '../api/contract.ts';
import type { CommandEnvelope } from '../debugger/command-types.ts';
import type { Ports } from '../runner/ports.ts';
import type { SubmitResult } from '../runner/session-runner.ts';
import type { Scenario } from '../scripted/scenario-types.ts';
import { sessionCreate } from '../session/create.ts';
import type { SessionEvent } from '../session/events.ts';
import { EventLog } from '../session/log.ts';
import { upgradeEvent } from '../session/upgrade.ts';
import type { Redactor } from './redactor-type.ts';
import type { EventStore, ReadRange, StoredSession } from './event-store.ts';
import { HttpProblem } from '../api/http-problem.ts';
import { HostedSession } from './hosted-session.ts';
import { ImportsUnderWay } from './imports-under-way.ts';
import { newSession } from './new-session.ts';
import { isMoving } from './summary.ts';
import { scenarioOfRecord, type ScenarioSource } from './scenario-source.ts';

/** Open sessions beyond this many are closed again, idle ones first come first. */
const MOST_OPEN = 50;

const UNREADABLE = 'unreadable-session';

export interface HostDeps {
  store: EventStore;
  scenarios: ScenarioSource;
  /** What every session's runner acts through; storing and publishing are the host's own. */
  ports: Pick<Ports, 'clock' | 'model' | 'tools'>;
  /** Hides secrets in whatever is stored or shown. */
  redactor: Pick<Redactor, 'event' | 'frames'>;
  /** Told what failed behind nobody's call. */
  report(error: unknown): void;
}

/** All sessions of this server. A session is opened, folded and brought to rest when it is first asked for. */
export class SessionHost {
  readonly #deps: HostDeps;
  /** In order of last use. */
  readonly #open = new Map<string, Promise<HostedSession>>();
  readonly #closing = new Map<string, Promise<void>>();
  /** Those of `#open` that are there already. */
  readonly #sessions = new Map<string, HostedSession>();
  readonly #unreadable = new Set<string>();
  readonly #imports: ImportsUnderWay;
  #creating: Promise<unknown> = Promise.resolve();
  #saving: Promise<unknown> = Promise.resolve();
  #ended = false;

  constructor(deps: HostDeps) {
    this.#deps = deps;
    this.#imports = new ImportsUnderWay(deps.ports.clock);
  }

  /** Newest first. What a dead process left moving is opened, so that the list tells how it really stands. */
  async list(): Promise<SessionSummary[]> {
    const rows = await this.#deps.store.sessions();
    const summaries = await Promise.all(rows.map((row) => this.#summaryOf(row)));
    return summaries.filter((summary) => summary !== null);
  }

  /**
   * Makes a session, or finds the one that was made with this id before. With `ifEmpty` an existing one is given
   * back instead when there is any.
   */
  create(wanted: CreateSession): Promise<{ id: string; created: boolean }> {
    // One after the other: two pages that open an empty store at once must not both fill it.
    const done = this.#creating.then(() => this.#create(wanted));
    this.#creating = done.catch(() => undefined);
    return done;
  }

  /** @throws HttpProblem 404 */
  async open(id: string): Promise<HostedSession> {
    if (this.#ended)
      throw new HttpProblem(503, 'shutting-down', 'Loupe is stopping. Start it again and reload the page.');
    const kept = this.#open.get(id);
    const opening = kept ?? this.#openStored(id);
    this.#open.delete(id);
    this.#open.set(id, opening);
    try {
      const session = await opening;
      if (kept === undefined) void this.#closeIdle(id);
      return session;
    } catch (error) {
      if (this.#open.get(id) === opening) this.#open.delete(id);
      this.#sessions.delete(id);
      throw error;
    }
  }

  /** @throws HttpProblem 404 for an unknown session; whatever the store throws */
  async command(id: string, command: CommandEnvelope): Promise<SubmitResult> {
    this.#imports.mustBeOver(id);
    const session = await this.open(id);
    try {
      return await session.submit(command);
    } catch (error) {
      // Closed as idle in the very moment of this command: nothing was done yet.
      if (session.closed.aborted) return (await this.open(id)).submit(command);
      // The log in memory may be ahead of the one on disk: only the disk counts.
      await this.#forget(id);
      throw error;
    }
  }

  /**
   * Takes the next part of an import: the first one makes the session, each other one follows the newest event. A part
   * that is stored already is left alone, so that it may be sent again. Resolves with the newest seq.
   * @throws HttpProblem 409 when it does not follow, 400 when it does not fit
   */
  async importPart(id: string, events: readonly SessionEvent[], last: boolean): Promise<number> {
    const end = events.at(-1)?.seq ?? 0;
    const stored = (await this.#deps.store.session(id))?.newest ?? 0;
    if (end <= stored && this.#imports.knows(id)) return stored;
    if (events[0]?.seq === 1) await this.#createImport(id, events);
    else await this.#appendImport(id, events);
    this.#imports.heard(id, last);
    return end;
  }

  /** Stored events of a session. It is opened first: what a dead process left moving must be at rest in what is read. */
  async events(id: string, range: ReadRange): Promise<SessionEvent[]> {
    await this.open(id);
    const { store, redactor } = this.#deps;
    // Once more on the way out: a key may have been typed after it was said.
    return (await store.read(id, range)).map(upgraded).map(redactor.event);
  }

  /** Hides a session, readable or not; its run is stopped first. @throws HttpProblem 404 */
  async remove(id: string): Promise<void> {
    await this.#mustExist(id);
    const session = await this.open(id).catch(nullIfUnreadable);
    for (const { id: branch } of session?.log.newest.record.branches.filter(isMoving) ?? []) {
      await session?.submit({ type: 'terminate', id: `delete ${branch} at ${session.stored}`, branch });
    }
    await this.#forget(id);
    await this.#deps.store.setDeleted(id, true);
  }

  /** Brings a hidden session back. @throws HttpProblem 404 */
  async restore(id: string): Promise<void> {
    if (!(await this.#deps.store.setDeleted(id, false))) throw noSuchSession(id);
  }

  /** The script of a session that is open; null when it has none or is closed. */
  openScenario(id: string): Scenario | null {
    return this.#sessions.get(id)?.scenario ?? null;
  }

  /** The script behind `/scripted/session-<id>`; null when there is none. */
  async scenarioOf(id: string): Promise<Scenario | null> {
    try {
      return (await this.open(id)).scenario;
    } catch (error) {
      if (error instanceof HttpProblem) return null;
      throw error;
    }
  }

  /** Ends all streams and stops acting. The logs stay as a crash would leave them, and are recovered as after one. */
  async close(): Promise<void> {
    await this.#creating;
    this.#ended = true;
    await Promise.all([...this.#open.keys()].map((id) => this.#forget(id)));
    await this.#saving;
  }

  async #create(wanted: CreateSession): Promise<{ id: string; created: boolean }> {
    const { store, ports, scenarios, redactor } = this.#deps;
    this.#mustRun();
    const known = await store.session(wanted.id);
    if (known !== null) return { id: wanted.id, created: false };
    if (wanted.ifEmpty === true) {
      const newest = (await store.sessions())[0];
      if (newest !== undefined) return { id: newest.id, created: false };
    }
    const event = redactor.event(sessionCreate(newSession(scenarios, wanted), ports.clock.now()));
    // What the fold refuses must not be stored.
    EventLog.of([event]);
    await store.append(wanted.id, [event]);
    await this.open(wanted.id);
    return { id: wanted.id, created: true };
  }

  /** What the fold refuses must not be stored. */
  #createImport(id: string, events: readonly SessionEvent[]): Promise<void> {
    const { store, redactor } = this.#deps;
    const done = this.#creating.then(async () => {
      this.#mustRun();
      if ((await store.session(id)) !== null) {
        throw new HttpProblem(409, 'session-exists', 'There is a session with this id already. Import under a new id.');
      }
      const safe = events.map(redactor.event);
      orBadImport(() => mustRest(EventLog.of(safe)));
      await store.append(id, safe);
      await this.open(id);
    });
    this.#creating = done.catch(() => undefined);
    return done;
  }

  async #appendImport(id: string, events: readonly SessionEvent[]): Promise<void> {
    this.#imports.mustBeUnderWay(id);
    const session = await this.open(id);
    if (events[0]?.seq !== session.log.seq + 1) {
      const wanted = session.log.seq + 1;
      throw new HttpProblem(409, 'import-gap', `The next event must be number ${wanted}. Start the import again.`);
    }
    try {
      await session.take(events);
    } catch (error) {
      await this.#forget(id);
      throw badImport(error);
    }
  }

  async #openStored(id: string): Promise<HostedSession> {
    const { store, scenarios, ports, redactor } = this.#deps;
    // Its former runner may still be writing.
    await this.#closing.get(id);
    await this.#mustExist(id);
    const log = EventLog.of((await store.read(id)).map(upgraded));
    const session = new HostedSession({
      id,
      log,
      scenario: scenarioOfRecord(scenarios, log.newest.record.scenario),
      ports: { ...ports, store, redact: redactor.event },
      redactFrames: redactor.frames,
      onStored: (changed, events) => this.#save(changed, events),
    });
    this.#sessions.set(id, session);
    await session.recover();
    this.#save(session, log.events);
    return session;
  }

  /** Stream chunks change nothing that a list shows. */
  #save(session: HostedSession, events: readonly SessionEvent[]): void {
    if (events.every((event) => event.type === 'response-chunk')) return;
    const { store, report } = this.#deps;
    const saved = store.saveSummary(session.id, session.stored, session.summary);
    this.#saving = Promise.all([this.#saving, saved.catch(report)]);
  }

  async #summaryOf(row: StoredSession): Promise<SessionSummary | null> {
    const { summary, summarySeq, newest, id } = row;
    const isTrue = summary !== null && summarySeq === newest && !summary.moving;
    if (isTrue && !this.#open.has(id)) return summary;
    try {
      return (await this.open(id)).summary;
    } catch (error) {
      // Once: a page asks for the list again and again.
      if (!this.#unreadable.has(id)) this.#deps.report(error);
      this.#unreadable.add(id);
      return summary;
    }
  }

  #mustRun(): void {
    if (this.#ended)
      throw new HttpProblem(503, 'shutting-down', 'Loupe is stopping. Start it again and reload the page.');
  }

  async #mustExist(id: string): Promise<void> {
    const row = await this.#deps.store.session(id);
    if (row === null) throw noSuchSession(id);
    if (row.deleted) {
      throw new HttpProblem(404, 'deleted-session', 'This session was deleted. Restore it to see it again.');
    }
  }

  async #closeIdle(justOpened: string): Promise<void> {
    for (const [id, opening] of this.#open) {
      if (this.#open.size <= MOST_OPEN) return;
      const session = id === justOpened ? null : await opening.catch(() => null);
      if (session?.isIdle === true && this.#open.get(id) === opening) await this.#forget(id);
    }
  }

  async #forget(id: string): Promise<void> {
    const opening = this.#open.get(id);
    if (opening === undefined) return this.#closing.get(id);
    this.#open.delete(id);
    this.#sessions.delete(id);
    const closing = opening.then((session) => session.close()).catch(this.#deps.report);
    this.#closing.set(id, closing);
    await closing;
    if (this.#closing.get(id) === closing) this.#closing.delete(id);
  }
}

/** Opening a session brings to rest what moves in it: a part of an import must not leave that to do. */
function mustRest({ newest }: EventLog): void {
  if (newest.record.branches.some(isMoving)) throw new Error('a part must end where the run rests');
}

function orBadImport(work: () => unknown): void {
  try {
    work();
  } catch (error) {
    throw badImport(error);
  }
}

function badImport(error: unknown): HttpProblem {
  const reason = error instanceof Error ? error.message : String(error);
  return new HttpProblem(400, 'bad-import', `These events are no session: ${reason}.`);
}

function upgraded(event: SessionEvent): SessionEvent {
  const result = upgradeEvent(event);
  if (result.ok) return result.event;
  throw new HttpProblem(409, UNREADABLE, result.message);
}

function nullIfUnreadable(error: unknown): null {
  if (error instanceof HttpProblem && error.code === UNREADABLE) return null;
  throw error;
}

function noSuchSession(id: string): HttpProblem {
  return new HttpProblem(404, 'no-such-session', `There is no session ${JSON.stringify(id)}.`);
}
