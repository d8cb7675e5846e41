import { isRecord } from '../../shared/messages/blocks.ts';
import type { CommandEnvelope } from '../../shared/debugger/command-types.ts';
import { HttpProblem } from '../../shared/api/http-problem.ts';
import { COMMAND_TYPES, commandSchema, envelopeSchema } from './command-schema.ts';
import { problemSentences } from './zod-sentences.ts';

/**
 * Judges a command's body. The object that comes back is the one that came in: the schema only gives the verdict.
 * @throws HttpProblem 400 naming each field that is wrong
 */
export function readCommand(body: unknown): CommandEnvelope {
  if (!isRecord(body)) throw badCommand(['The body must be an object with `id`, `branch` and `type`.']);
  const { type } = body;
  const schema = typeof type === 'string' ? commandSchema(type) : null;
  if (schema === null) {
    throw badCommand([
      `\`type\` must be one of ${COMMAND_TYPES.join(', ')}; it is ${JSON.stringify(type) ?? 'missing'}.`,
    ]);
  }
  const own = Object.fromEntries(Object.entries(body).filter(([key]) => !ENVELOPE_KEYS.has(key)));
  const verdicts = [envelopeSchema.safeParse(body), schema.safeParse(own)];
  const problems = verdicts.flatMap(({ error }) => (error === undefined ? [] : problemSentences(error)));
  if (problems.length > 0) throw badCommand(problems);
  return body as CommandEnvelope;
}

const ENVELOPE_KEYS = new Set(['id', 'branch', 'at', 'type']);

function badCommand(problems: readonly string[]): HttpProblem {
  return new HttpProblem(400, 'bad-command', `This command cannot be read. ${problems.join(' ')}`);
}
