import { blocksOf, isText, isToolResult, isToolUse, textOf } from '../messages/blocks.ts';
import type { RequestBody, ToolResultBlock } from '../messages/types.ts';

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

/** Reads the facts off a body. Total: odd bodies give few facts, never an error. Linear in its size. */
export function requestFacts(body: RequestBody): RequestFacts {
  const facts: RequestFacts = {
    turn: 1,
    lastTool: null,
    newestResult: null,
    newestResultOf: new Map(),
    tools: new Set((Array.isArray(body.tools) ? body.tools : []).flatMap((tool) => tool?.name ?? [])),
    saidByUser: null,
  };
  const toolOf = new Map<string, string>();
  for (const message of Array.isArray(body.messages) ? body.messages : []) {
    if (message?.role === 'assistant') facts.turn += 1;
    const blocks = blocksOf(message?.content);
    for (const block of blocks) {
      if (isToolUse(block)) {
        facts.lastTool = block.name;
        toolOf.set(block.id, block.name);
      } else if (isToolResult(block)) {
        facts.newestResult = resultFact(block);
        const tool = toolOf.get(block.tool_use_id);
        if (tool !== undefined) facts.newestResultOf.set(tool, facts.newestResult);
      }
    }
    if (message?.role === 'user' && blocks.some(isText)) facts.saidByUser = textOf(blocks);
  }
  return facts;
}

function resultFact(block: ToolResultBlock): ResultFact {
  const text = textOf(block.content);
  return { text, value: asJson(text), isError: block.is_error === true };
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
