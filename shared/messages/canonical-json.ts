/**
 * One text for each JSON value, and a cheap hash of it: the identity of a tool call ("same input, key order
 * aside"), the hash of a request body, the ids of scripted answers.
 */

/** A piece of text that is ready, or a value that still has to be written. */
type Task = { text: string } | { value: unknown };

/**
 * JSON without spaces, object keys sorted by UTF-16 code units (the order of RFC 8785). Two values have the same
 * canonical text exactly if they are the same JSON. Like `JSON.stringify`, members that are no JSON (undefined,
 * functions) are left out of objects and become null in lists; lone surrogates are written as `\udXXX`. Walks with
 * a stack of its own, so depth is limited by memory only. The value must be free of cycles.
 */
export function canonicalJson(value: unknown): string {
  const parts: string[] = [];
  const tasks: Task[] = [{ value }];
  for (let task = tasks.pop(); task; task = tasks.pop()) {
    if ('text' in task) parts.push(task.text);
    else if (Array.isArray(task.value)) pushList(tasks, task.value);
    else if (task.value !== null && typeof task.value === 'object') pushObject(tasks, task.value);
    else parts.push(scalar(task.value));
  }
  return parts.join('');
}

function scalar(value: unknown): string {
  if (typeof value === 'bigint') return value.toString();
  return JSON.stringify(value) ?? 'null';
}

function isJson(value: unknown): boolean {
  return value !== undefined && typeof value !== 'function' && typeof value !== 'symbol';
}

/** The stack gives its last task first, so everything is pushed from the end. */
function pushList(tasks: Task[], list: readonly unknown[]): void {
  tasks.push({ text: ']' });
  for (let index = list.length - 1; index >= 0; index -= 1) {
    tasks.push({ value: list[index] });
    if (index > 0) tasks.push({ text: ',' });
  }
  tasks.push({ text: '[' });
}

function pushObject(tasks: Task[], object: object): void {
  const entries = Object.entries(object).filter(([, member]) => isJson(member));
  entries.sort(([left], [right]) => (left < right ? -1 : left > right ? 1 : 0));
  tasks.push({ text: '}' });
  for (let index = entries.length - 1; index >= 0; index -= 1) {
    const [key, member] = entries[index]!;
    tasks.push({ value: member }, { text: `${index > 0 ? ',' : ''}${JSON.stringify(key)}:` });
  }
  tasks.push({ text: '{' });
}

/** Key of one tool call: the same tool with the same input has the same key, whatever its `tool_use` id. */
export function callKey(name: string, input: unknown): string {
  return `${name}\n${canonicalJson(input)}`;
}

/**
 * A 53-bit hash of a text, as an exact number. Two 32-bit lanes take each UTF-16 unit by xor, rotate and multiply;
 * at the end both are stirred and crossed, and 21 bits of one stand above 32 bits of the other. Fast and well
 * spread, but no cryptography: where equality matters, compare the texts of two equal hashes.
 *
 * @param seed gives an independent hash of the same text; used as a 32-bit integer.
 */
export function hash53(text: string, seed = 0): number {
  let low = 0x2f6e2b1 ^ seed;
  let high = 0x5bd1e995 ^ Math.imul(seed, 0x27d4eb2f);
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    low = Math.imul(rotate(low ^ unit, 13), 0x9e3779b1);
    high = Math.imul(rotate(high ^ unit, 19), 0x85ebca77);
  }
  low = stir(low ^ text.length ^ rotate(high, 16));
  high = stir(high ^ rotate(low, 9));
  return (high >>> 11) * 0x1_0000_0000 + (low >>> 0);
}

function rotate(word: number, bits: number): number {
  return (word << bits) | (word >>> (32 - bits));
}

function stir(word: number): number {
  let mixed = Math.imul(word ^ (word >>> 15), 0xc2b2ae3d);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0x27d4eb2f);
  return mixed ^ (mixed >>> 16);
}

/** `hash53` as 14 hexadecimal digits. */
export function hashHex(text: string, seed = 0): string {
  return hash53(text, seed).toString(16).padStart(14, '0');
}
