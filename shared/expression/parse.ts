import { type ExpressionError, type ExpressionFault, expressionError } from './faults.ts';
import { type Token, tokenize } from './tokens.ts';

export type Comparison = '==' | '!=' | '<' | '<=' | '>' | '>=' | 'in' | 'not in' | 'contains' | 'glob';

/** The tree of an expression. A path is a name of the scope and the steps into its value. */
export type Expression =
  | { kind: 'value'; value: string | number | boolean | null }
  | { kind: 'list'; items: Expression[] }
  | { kind: 'path'; name: string; steps: (string | number)[]; from: number; to: number }
  | { kind: 'not'; of: Expression }
  | { kind: 'and' | 'or'; parts: Expression[] }
  | { kind: 'compare'; operator: Comparison; left: Expression; right: Expression };

export type Parsed = { ok: true; expression: Expression } | { ok: false; error: ExpressionError };

/** Deeper nesting than anyone writes by hand; keeps the parser's own stack small. */
const DEEPEST = 50;
/** Longest expression that is read, in UTF-16 units. */
const LONGEST = 2000;

/**
 * Reads an expression:
 *
 *     input.amount > 100 and not (tool in ["lookup_order", "web_search"])
 *     stop_reason == "max_tokens" or text contains "refund"
 *     input.path glob "/etc/*"
 *
 * Operators: `== != < <= > >= in`, `not in`, `contains` (a text in a text, an item in a list), `glob` (`*`, `?`),
 * `equals` (the word for `==`), joined by `and or not` and brackets. No calls, no regular expressions, no
 * assignment: evaluation is linear and has no effects. An error says what was expected and where.
 */
export function parseExpression(text: string): Parsed {
  if (text.length > LONGEST) {
    return { ok: false, error: expressionError('tooLong', { from: LONGEST, to: text.length }, String(LONGEST)) };
  }
  const { tokens, error } = tokenize(text);
  if (error) return { ok: false, error };
  try {
    return { ok: true, expression: new Parser(tokens).whole() };
  } catch (thrown) {
    if (thrown instanceof ParseFailure) return { ok: false, error: thrown.where };
    throw thrown;
  }
}

class ParseFailure extends Error {
  readonly where: ExpressionError;

  constructor(where: ExpressionError) {
    super(where.message);
    this.where = where;
  }
}

class Parser {
  readonly #tokens: Token[];
  #at = 0;
  #depth = 0;

  constructor(tokens: Token[]) {
    this.#tokens = tokens;
  }

  whole(): Expression {
    const expression = this.#either();
    if (this.#peek.kind !== 'end') this.#fail('notNext');
    return expression;
  }

  get #peek(): Token {
    return this.#tokens[this.#at] ?? { kind: 'end', text: '', from: 0, to: 0 };
  }

  #next(): Token {
    const token = this.#peek;
    this.#at += 1;
    return token;
  }

  #takes(text: string): boolean {
    if (this.#peek.text !== text || this.#peek.kind === 'string') return false;
    this.#at += 1;
    return true;
  }

  #fail(code: ExpressionFault, token: Token = this.#peek): never {
    const place = { from: token.from, to: Math.max(token.to, token.from + 1) };
    throw new ParseFailure(expressionError(code, place, token.text));
  }

  #either(): Expression {
    this.#depth += 1;
    if (this.#depth > DEEPEST) this.#fail('tooDeep');
    const parts = [this.#all()];
    while (this.#takes('or')) parts.push(this.#all());
    this.#depth -= 1;
    return parts.length === 1 ? (parts[0] as Expression) : { kind: 'or', parts };
  }

  #all(): Expression {
    const parts = [this.#negated()];
    while (this.#takes('and')) parts.push(this.#negated());
    return parts.length === 1 ? (parts[0] as Expression) : { kind: 'and', parts };
  }

  #negated(): Expression {
    let times = 0;
    while (this.#takes('not')) times += 1;
    const of = this.#compared();
    return times % 2 === 1 ? { kind: 'not', of } : of;
  }

  #compared(): Expression {
    const left = this.#operand();
    const operator = this.#comparison();
    return operator === null ? left : { kind: 'compare', operator, left, right: this.#operand() };
  }

  #comparison(): Comparison | null {
    for (const operator of ['==', '!=', '<=', '>=', '<', '>', 'in', 'contains', 'glob'] as const) {
      if (this.#takes(operator)) return operator;
    }
    if (this.#takes('equals')) return '==';
    if (this.#peek.text !== 'not' || this.#peek.kind !== 'keyword') return null;
    this.#at += 1;
    if (!this.#takes('in')) this.#fail('inAfterNot');
    return 'not in';
  }

  #operand(): Expression {
    const token = this.#next();
    switch (token.kind) {
      case 'number':
      case 'string':
        return { kind: 'value', value: token.value ?? null };
      case 'name':
        return this.#path(token);
      case 'keyword':
        if (token.text === 'true' || token.text === 'false') return { kind: 'value', value: token.text === 'true' };
        if (token.text === 'null') return { kind: 'value', value: null };
        return this.#fail('missingBefore', token);
      case 'operator':
        return this.#bracketed(token);
      case 'end':
        return this.#fail('missingEnd', token);
    }
  }

  #bracketed(token: Token): Expression {
    if (token.text === '(') {
      const inner = this.#either();
      if (!this.#takes(')')) this.#fail('noBracket');
      return inner;
    }
    if (token.text === '[') return this.#list();
    if (token.text === '-' && this.#peek.kind === 'number')
      return { kind: 'value', value: -Number(this.#next().value) };
    return this.#fail('valueExpected', token);
  }

  #list(): Expression {
    const items: Expression[] = [];
    while (!this.#takes(']')) {
      if (items.length > 0 && !this.#takes(',')) this.#fail('badList');
      items.push(this.#operand());
    }
    return { kind: 'list', items };
  }

  #path(first: Token): Expression {
    const steps: (string | number)[] = [];
    let { to } = first;
    for (;;) {
      if (this.#takes('.')) {
        const step = this.#next();
        if (step.kind !== 'name' && step.kind !== 'keyword' && step.kind !== 'number') this.#fail('afterDot', step);
        steps.push(step.kind === 'number' ? Number(step.value) : step.text);
        to = step.to;
      } else if (this.#takes('[')) {
        const step = this.#next();
        if (step.kind !== 'number' && step.kind !== 'string') this.#fail('inSquare', step);
        steps.push(step.value ?? '');
        if (!this.#takes(']')) this.#fail('noSquare');
        to = step.to + 1;
      } else return { kind: 'path', name: first.text, steps, from: first.from, to };
    }
  }
}
