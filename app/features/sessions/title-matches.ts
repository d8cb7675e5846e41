import type { SessionSummary } from '../../../shared/api/contract.ts';

/** Every word of the query occurs in the session's title, scenario or model. */
export function titleMatches(session: SessionSummary, query: string): boolean {
  const text = `${session.title} ${session.scenario ?? ''} ${session.model}`.toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
