import { sendable } from '../../session/sendable.ts';
import type { Exporter } from '../export-types.ts';

/** The `messages` array of the branch, such as the API takes it: calls that nobody answered are answered as not run. */
export const messagesExporter: Exporter = {
  id: 'messages',
  ending: '.messages.json',
  mediaType: 'application/json',
  shared: false,
  write: ({ state, branch }) => `${JSON.stringify(sendable(state, branch), null, 2)}\n`,
};
