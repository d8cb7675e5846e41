import { isRecord } from '../blocks.ts';

/**
 * The rules of a messages array that hold for every model, written down a second time and in another way than the
 * linter has them, so that one can be held against the other.
 */

type Block = Record<string, unknown>;

export function blocksOfMessage(message: unknown): Block[] {
  const content = isRecord(message) ? message['content'] : undefined;
  if (typeof content === 'string') return content === '' ? [] : [{ type: 'text', text: content }];
  return Array.isArray(content) ? content.filter(isRecord) : [];
}

function listOf(messages: unknown): unknown[] {
  return Array.isArray(messages) ? messages : [];
}

/** What user and assistant say, in order. */
export function textsOf(messages: unknown): string[] {
  return listOf(messages)
    .filter((message) => isRecord(message) && message['role'] !== 'system')
    .flatMap((message) =>
      blocksOfMessage(message).flatMap(({ type, text }) =>
        type === 'text' && typeof text === 'string' && text !== '' ? [text] : [],
      ),
    );
}

export function callsOf(messages: unknown): unknown[] {
  return listOf(messages).flatMap((message) =>
    blocksOfMessage(message)
      .filter(({ type }) => type === 'tool_use')
      .map(({ id, input }) => ({ id, input })),
  );
}

/** Sentences about what is wrong; empty for an array that can be sent. */
export function brokenRules(messages: unknown): string[] {
  const list = listOf(messages);
  const faults: string[] = [];
  if (list.length === 0) faults.push('there is no message');
  if (
    /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/.test(
      JSON.stringify(list).replaceAll(/\\u(d[89a-f][0-9a-f]{2})/gi, (_all, hex: string) =>
        String.fromCharCode(Number.parseInt(hex, 16)),
      ),
    )
  ) {
    faults.push('half a surrogate pair');
  }
  const ids = new Set<unknown>();
  list.forEach((message, index) => {
    const role = isRecord(message) ? message['role'] : undefined;
    const blocks = blocksOfMessage(message);
    if (role !== 'user' && role !== 'assistant' && role !== 'system')
      faults.push(`message ${index} has the role ${String(role)}`);
    if (blocks.length === 0 && role !== 'system' && !(role === 'assistant' && index === list.length - 1))
      faults.push(`message ${index} is empty`);
    for (const block of blocks) faults.push(...blockFaults(block, role, index, ids));
  });
  return [...faults, ...pairFaults(list)];
}

function blockFaults(block: Block, role: unknown, index: number, ids: Set<unknown>): string[] {
  const faults: string[] = [];
  if (block['type'] === 'text' && (typeof block['text'] !== 'string' || block['text'].trim() === ''))
    faults.push(`message ${index} has an empty text`);
  if (block['type'] === 'tool_use') {
    if (role !== 'assistant') faults.push(`message ${index} has a call and the role ${String(role)}`);
    if (ids.has(block['id'])) faults.push(`the id ${String(block['id'])} is there twice`);
    if (!isRecord(block['input'])) faults.push(`message ${index} has an input that is no object`);
    ids.add(block['id']);
  }
  if (block['type'] === 'tool_result' && role !== 'user')
    faults.push(`message ${index} has a result and the role ${String(role)}`);
  return faults;
}

/** Every call is answered once at the head of the user's next message, and nothing else is answered. */
function pairFaults(list: readonly unknown[]): string[] {
  const faults: string[] = [];
  let open: unknown[] = [];
  let last: unknown;
  for (const [index, message] of list.entries()) {
    const role = isRecord(message) ? message['role'] : undefined;
    const blocks = blocksOfMessage(message);
    const calls = blocks.filter(({ type }) => type === 'tool_use').map(({ id }) => id);
    if (role === 'assistant') open = last === 'assistant' ? [...open, ...calls] : calls;
    else {
      const results = blocks.filter(({ type }) => type === 'tool_result').map((block) => block['tool_use_id']);
      if (new Set(results).size !== results.length) faults.push(`message ${index} answers a call twice`);
      if (results.toSorted().join('\n') !== [...new Set(open)].toSorted().join('\n'))
        faults.push(`message ${index} answers [${results.join(', ')}], open are [${open.join(', ')}]`);
      if (blocks.slice(0, results.length).some(({ type }) => type !== 'tool_result'))
        faults.push(`message ${index} has something before a result`);
      open = [];
    }
    last = role;
  }
  if (open.length > 0) faults.push(`the array ends with open calls [${open.join(', ')}]`);
  return faults;
}
