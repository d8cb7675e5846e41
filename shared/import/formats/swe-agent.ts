import { isRecord } from '../../messages/blocks.ts';
import { addChatMessage, partsOf } from '../apis/openai-chat.ts';
import { conversationOf } from '../conversation.ts';
import type { RecordRef } from '../import-types.ts';
import { documentImporter } from '../importer.ts';
import { Transcript, listAt, recordAt, stringAt, textOfValue } from '../transcript.ts';

/** SWE-agent `.traj` files: the history where there is one, else actions and observations as text. */
export const sweAgentImporter = documentImporter({
  id: 'swe-agent',
  label: 'SWE-agent trajectory',
  matches(value) {
    if (!isRecord(value)) return 0;
    const step = listAt(value, 'trajectory')[0];
    if (isRecord(step) && 'action' in step && 'observation' in step) return 0.98;
    const said = listAt(value, 'history').some(
      (item) =>
        isRecord(item) &&
        typeof item.role === 'string' &&
        ('message_type' in item || 'agent' in item || 'thought' in item),
    );
    return said ? 0.97 : 0;
  },
  convert({ value, ref }, { format, file, ids }) {
    const transcript = new Transcript();
    const history = listAt(value, 'history').filter(isRecord);
    for (const message of history) addHistory(transcript, message, ref);
    if (history.length === 0)
      for (const step of listAt(value, 'trajectory')) if (isRecord(step)) addStep(transcript, step, ref);
    if (transcript.items.length === 0) return [];
    const info = recordAt(value, 'info');
    const exit = stringAt(info, 'exit_status');
    if (exit !== null) transcript.event('exit', exit, null, ref);
    return [conversationOf(transcript, { id: ids.take(stringAt(value, 'instance_id')), format, file })];
  },
});

/** One message answers one call; what it names in `tool_call_ids` all got the same text. */
function addHistory(transcript: Transcript, message: Record<string, unknown>, ref: RecordRef): void {
  const [id, ...more] = listAt(message, 'tool_call_ids').filter((each) => typeof each === 'string');
  if (message.role !== 'tool' || id === undefined) return addChatMessage(transcript, message, [ref]);
  for (const own of [id, ...more]) transcript.result({ id: own, content: partsOf(message.content) }, [ref]);
}

function addStep(transcript: Transcript, step: Record<string, unknown>, ref: RecordRef): void {
  transcript.assistant(stringAt(step, 'response') ?? textOfValue(step.action), [ref]);
  transcript.user(textOfValue(step.observation), [ref]);
}
