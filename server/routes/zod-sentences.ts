import type { z } from 'zod';

/** One sentence per problem, with the place in front: "`calls.0.input`: expected string, received number." */
export function problemSentences(error: z.ZodError): string[] {
  return error.issues.map((issue) => {
    const text = issue.message.replace(/^Invalid input: /, '');
    const place = issue.path.map(String).join('.');
    const sentence = text.endsWith('.') ? text : `${text}.`;
    return place === '' ? sentence : `\`${place}\`: ${sentence}`;
  });
}
