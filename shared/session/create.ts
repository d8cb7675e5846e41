import type { Message } from '../messages/types.ts';
import { EVENT_VERSION } from './events.ts';
import type { ConfigData, EventOf, SessionEvent } from './events.ts';
import { DEFAULT_LIMITS, type Limits } from './limits.ts';

export interface NewSession {
  title: string;
  scenario: EventOf<'session-create'>['scenario'] | null;
  config: ConfigData;
  messages: Message[];
  /** Missing limits have the product's defaults. */
  limits?: Partial<Limits>;
  origin: EventOf<'session-create'>['origin'];
}

/** The first event of a session: branch `b1` rests at its first request. `at` in milliseconds since the epoch. */
export function sessionCreate(session: NewSession, at: number): SessionEvent {
  const { title, scenario, config, messages, limits, origin } = session;
  return {
    v: EVENT_VERSION,
    seq: 1,
    at,
    branch: 'b1',
    type: 'session-create',
    title,
    ...(scenario ? { scenario } : {}),
    limits: { ...DEFAULT_LIMITS, ...limits },
    config,
    messages,
    origin,
  };
}
