import { isText, isToolResult, isToolUse, textOf } from '../messages/blocks.ts';
import type { RequestBody, ToolResultBlock } from '../messages/types.ts';
import { safeBlocks, safeMessages } from './odd-bodies.ts';

/** The newest result of a tool, as conditions and templates read it. */
export interface ResultFact {
  /** Text of the result; blocks joined by line breaks. */
  text: string;
  /** The text as JSON, or the text itself if it is none. */
  value: unknown;
  isError: boolean;
}

/** What a script can ask about a request. */
export interface RequestFacts {
  /** Assistant messages + 1. */
  turn: number;
  /** Tool of the newest `tool_use`; null if there is none. */
  lastTool: string | null;
  newestResult: ResultFact | null;
  newestResultOf: Map<string, ResultFact>;
  /** Names of the offered tools. */
  tools: Set<string>;
  /** The user's newest text; results are no text of the user. */
  saidByUser: string | null;
}

/**
 * Reads the facts off a body. Total: odd bodies give few facts, never an error. One walk; only the newest result of
 * each tool is parsed.
 */
export function requestFacts(body: RequestBody): RequestFacts {
  const toolOf = new Map<string, string>();
  const newest = new Map<string, ToolResultBlock>();
  let newestOfAll: ToolResultBlock | null = null;
  let [turn, lastTool, saidByUser] = [1, null as string | null, null as string | null];
  for (const message of safeMessages(body)) {
    if (message.role === 'assistant') turn += 1;
    const blocks = safeBlocks(message.content);
    for (const block of blocks) {
      if (isToolUse(block)) {
        lastTool = block.name;
        toolOf.set(block.id, block.name);
      } else if (isToolResult(block)) {
        newestOfAll = block;
        const tool = toolOf.get(block.tool_use_id);
        if (tool !== undefined) newest.set(tool, block);
      }
    }
    if (message.role === 'user' && blocks.some(isText)) saidByUser = textOf(blocks);
  }
  return {
    turn,
    lastTool,
    saidByUser,
    newestResult: newestOfAll && resultFact(newestOfAll),
    newestResultOf: new Map([...newest].map(([tool, block]) => [tool, resultFact(block)])),
    tools: new Set((Array.isArray(body.tools) ? body.tools : []).flatMap((tool) => tool?.name ?? [])),
  };
}

function resultFact(block: ToolResultBlock): ResultFact {
  const text = textOf(safeBlocks(block.content));
  return { text, value: asJson(text), isError: block.is_error === true };
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
