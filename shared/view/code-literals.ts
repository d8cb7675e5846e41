/**
 * JSON values as source text. What JSON calls a string is a string literal in both languages, escapes included
 * (`JSON.stringify` is well-formed: half a surrogate pair comes out as an escape), so any content is safe in one.
 */
interface Dialect {
  /** One step of indentation. */
  step: string;
  /** Between the braces and the members of a record on one line. */
  pad: string;
  word(value: boolean | null): string;
  key(name: string): string;
  /** Joins the pieces of a long text, one per line. */
  pieces(lines: readonly string[], indent: string): string;
}

const PYTHON: Dialect = {
  step: '    ',
  pad: '',
  word: (value) => (value === null ? 'None' : value ? 'True' : 'False'),
  key: (name) => JSON.stringify(name),
  pieces: (lines, indent) => `(\n${lines.map((line) => `${indent}    ${line}\n`).join('')}${indent})`,
};

const TYPESCRIPT: Dialect = {
  step: '  ',
  pad: ' ',
  word: String,
  // `__proto__: …` would set the prototype; in brackets it is a key like any other.
  key: (name) => (name === '__proto__' ? '["__proto__"]' : isPlainName(name) ? name : JSON.stringify(name)),
  pieces: (lines, indent) => lines.join(` +\n${indent}  `),
};

/** Longer values are laid out over several lines. */
const WIDTH = 88;

export function pythonLiteral(value: unknown, indent = ''): string {
  return literal(value, indent, PYTHON);
}

export function typescriptLiteral(value: unknown, indent = ''): string {
  return literal(value, indent, TYPESCRIPT);
}

function literal(value: unknown, indent: string, dialect: Dialect): string {
  if (typeof value === 'string') return text(value, indent, dialect);
  if (typeof value === 'number') return JSON.stringify(value);
  if (value === null || typeof value === 'boolean') return dialect.word(value);
  if (Array.isArray(value)) return list(value, indent, dialect);
  if (typeof value === 'object') return record(value, indent, dialect);
  return dialect.word(null);
}

/** A text of several lines stands as one literal per line. */
function text(value: string, indent: string, dialect: Dialect): string {
  if (value.length <= WIDTH || !value.slice(0, -1).includes('\n')) return JSON.stringify(value);
  const lines = value.split('\n').map((line, index, all) => (index < all.length - 1 ? `${line}\n` : line));
  return dialect.pieces(
    lines.filter((line) => line !== '').map((line) => JSON.stringify(line)),
    indent,
  );
}

function list(values: readonly unknown[], indent: string, dialect: Dialect): string {
  const inner = indent + dialect.step;
  return wrap(
    '[',
    values.map((value) => literal(value, inner, dialect)),
    ']',
    indent,
    dialect.step,
  );
}

function record(value: object, indent: string, dialect: Dialect): string {
  const inner = indent + dialect.step;
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .map(([key, member]) => `${dialect.key(key)}: ${literal(member, inner, dialect)}`);
  return wrap('{', members, '}', indent, dialect.step, dialect.pad);
}

function wrap(open: string, parts: readonly string[], close: string, indent: string, step: string, pad = ''): string {
  if (parts.length === 0) return open + close;
  const line = parts.join(', ');
  if (indent.length + line.length <= WIDTH && !line.includes('\n')) return `${open}${pad}${line}${pad}${close}`;
  return `${open}\n${parts.map((part) => `${indent}${step}${part},\n`).join('')}${indent}${close}`;
}

const RESERVED = new Set(['constructor']);

function isPlainName(name: string): boolean {
  return /^[A-Za-z_$][\w$]*$/u.test(name) && !RESERVED.has(name);
}
