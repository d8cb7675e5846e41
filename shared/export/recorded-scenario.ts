import { blocksOf } from '../messages/blocks.ts';
import { encodeSse } from '../messages/sse.ts';
import type { ResponseMessage } from '../messages/types.ts';
import { messageToEvents } from '../scripted/message-events.ts';
import type { ApiStep, Scenario } from '../scripted/scenario-types.ts';
import type { Branch, MessageNode, SessionState } from '../session/state.ts';
import { attemptById, configById, path } from '../session/tree.ts';
import { programOf } from '../view/code-program.ts';

/** Serves the answers of a branch once more, word for word, in their order. */
export function recordedScenario(state: SessionState, branch: Branch): Scenario {
  const { settings, messages } = programOf(state, branch, '');
  const nodes = path(state, branch.head).slice(messages.length);
  const answers = nodes.filter(({ role }) => role === 'assistant');
  return {
    id: 'recorded',
    request: { ...settings, messages },
    steps: answers.map((node) => stepOf(answerOf(state, node))),
  };
}

function answerOf(state: SessionState, node: MessageNode): ResponseMessage {
  const message = attemptById(state, node.request)?.message;
  const { model } = configById(state, node.config).body;
  return {
    id: message?.id || `msg_${node.turn}`,
    type: 'message',
    role: 'assistant',
    model: message?.model ?? model,
    content: blocksOf(node.content),
    stop_reason: node.stopReason ?? message?.stop_reason ?? 'end_turn',
    stop_sequence: message?.stop_sequence ?? null,
    usage: message?.usage ?? {},
  };
}

/** A text that looks like a template would be filled in: then the answer goes out as raw stream instead. */
function stepOf(answer: ResponseMessage): ApiStep {
  const text = JSON.stringify(answer.content);
  if (text.includes('{turn}') || text.includes('{{result.')) {
    return {
      type: 'sse',
      chunks: [
        messageToEvents(answer, { chunkChars: Infinity })
          .map((event) => encodeSse(event))
          .join(''),
      ],
    };
  }
  const { id, model, content, stop_reason, stop_sequence = null, usage } = answer;
  return { type: 'response', message: { id, model, content, stop_reason, stop_sequence, usage } };
}
