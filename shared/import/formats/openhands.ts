import { isRecord } from '../../messages/blocks.ts';
import { conversationOf } from '../conversation.ts';
import { share } from '../detect.ts';
import type { ImportedConversation, RecordRef } from '../import-types.ts';
import { Ids, baseName } from '../importer.ts';
import type { Importer } from '../importer.ts';
import { addFirstEvent, isFirstEvent } from '../openhands-first.ts';
import { SecondReader, isSecondEvent } from '../openhands-second.ts';
import { Transcript, listAt, stringAt } from '../transcript.ts';

/** OpenHands: trajectories and evaluation outputs of the first generation, event logs of the second (SDK). */
export const openhandsImporter: Importer = {
  id: 'openhands',
  label: 'OpenHands events',
  detect(sample) {
    const rows = sample.rows.flatMap((row) => (historyOf(row).length > 0 ? historyOf(row).slice(0, 50) : [row]));
    return Math.max(0.97 * share(rows, isFirstEvent), 0.98 * share(rows, isSecondEvent));
  },
  async read(input) {
    const ids = new Ids(baseName(input.name));
    const conversations: ImportedConversation[] = [];
    const loose = new EventList();
    for await (const { value, ref } of input.rows()) {
      const history = historyOf(value);
      if (history.length === 0) {
        if (isRecord(value))
          input.sink.count(
            stringAt(value, 'kind', 'action', 'observation') ?? 'event',
            loose.add(value, ref) ? 'message' : 'meta',
          );
        else input.sink.drop(ref, 'unknown-record', 'The record is no event.');
        continue;
      }
      input.sink.count('evaluation result');
      const own = new EventList();
      for (const event of history) own.add(event, ref);
      const id = stringAt(value, 'instance_id', 'id');
      if (own.transcript.items.length > 0)
        conversations.push(
          conversationOf(own.transcript, { id: ids.take(id), format: 'openhands', file: input.name, title: id }),
        );
    }
    if (loose.transcript.items.length > 0)
      conversations.push(conversationOf(loose.transcript, { id: ids.take(), format: 'openhands', file: input.name }));
    return { conversations };
  },
};

/** Events of an evaluation row; the oldest wrote pairs of action and observation. */
function historyOf(value: unknown): Record<string, unknown>[] {
  const list = listAt(value, 'history').length > 0 ? listAt(value, 'history') : listAt(value, 'trajectory');
  return list
    .flat()
    .filter(isRecord)
    .filter((event) => isFirstEvent(event) || isSecondEvent(event));
}

class EventList {
  readonly transcript = new Transcript();
  readonly #responses = new Set<string>();
  readonly #second = new SecondReader(this.transcript);

  /** False for an event that is no part of a message. */
  add(event: Record<string, unknown>, ref: RecordRef): boolean {
    if (isSecondEvent(event)) return this.#second.add(event, ref);
    return addFirstEvent(this.transcript, event, ref, this.#responses);
  }
}
