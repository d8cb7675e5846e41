import { isRecord } from '../../messages/blocks.ts';
import { addChatMessage } from '../apis/openai-chat.ts';
import { conversationOf } from '../conversation.ts';
import { documentImporter } from '../importer.ts';
import { Transcript, listAt, textOfValue } from '../transcript.ts';

/** tau-bench results: one conversation per task and trial; the user is simulated. */
export const tauBenchImporter = documentImporter({
  id: 'tau-bench',
  label: 'tau-bench results',
  matches: (value) => (isRecord(value) && 'task_id' in value && Array.isArray(value.traj) ? 0.98 : 0),
  convert({ value, ref }, { format, file, ids }) {
    if (!isRecord(value)) return [];
    const transcript = new Transcript();
    for (const message of listAt(value, 'traj')) if (isRecord(message)) addChatMessage(transcript, message, [ref]);
    if (transcript.items.length === 0) return [];
    const task = `Task ${textOfValue(value.task_id)}, trial ${textOfValue(value.trial) || '0'}`;
    transcript.event('score', `reward ${textOfValue(value.reward)}`, null, ref);
    return [
      conversationOf(transcript, {
        id: `${ids.base}/${task.toLowerCase().replaceAll(/[ ,]+/g, '-')}`,
        format,
        file,
        title: task,
      }),
    ];
  },
});
