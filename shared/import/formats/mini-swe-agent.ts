import { isRecord } from '../../messages/blocks.ts';
import { addChatMessage, openaiChatApi } from '../apis/openai-chat.ts';
import { conversationOf } from '../conversation.ts';
import { documentImporter } from '../importer.ts';
import { Transcript, listAt, recordAt, stringAt } from '../transcript.ts';

/** mini-swe-agent: chat messages whose answers may carry the raw completion. */
export const miniSweAgentImporter = documentImporter({
  id: 'mini-swe-agent',
  label: 'mini-swe-agent trajectory',
  matches: (value) =>
    isRecord(value) &&
    Array.isArray(value.messages) &&
    stringAt(value, 'trajectory_format')?.startsWith('mini-swe-agent')
      ? 0.99
      : 0,
  convert({ value, ref }, { format, file, ids }) {
    const transcript = new Transcript();
    for (const message of listAt(value, 'messages')) {
      if (!isRecord(message)) continue;
      addChatMessage(transcript, message, [ref]);
      const response = recordAt(recordAt(message, 'extra'), 'response');
      const answer = response ? openaiChatApi.readResponse(response) : null;
      const last = transcript.items.at(-1);
      if (!answer || last?.role !== 'assistant') continue;
      last.turn = { ...last.turn, ...answer.turn };
      transcript.model = answer.turn.model ?? transcript.model;
    }
    if (transcript.items.length === 0) return [];
    const info = recordAt(value, 'info');
    transcript.model ??= stringAt(recordAt(recordAt(info, 'config'), 'model'), 'model_name');
    return [conversationOf(transcript, { id: ids.take(stringAt(value, 'instance_id')), format, file })];
  },
});
