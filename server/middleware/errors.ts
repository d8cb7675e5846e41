import type { Context, ErrorHandler, NotFoundHandler } from 'hono';
import { HTTPException } from 'hono/http-exception';
import type { ErrorReply } from '../../shared/api/contract.ts';
import { HttpProblem } from '../../shared/api/http-problem.ts';

/**
 * Turns whatever a route throws into `{error:{code,message}}`. What was not foreseen is told to `report`; its
 * text stays in the server, because it may hold paths or content.
 */
export function errorHandler(report: (error: unknown) => void): ErrorHandler {
  return (error, context) => {
    if (error instanceof HttpProblem) return problem(context, error);
    if (error instanceof HTTPException) {
      return problem(context, new HttpProblem(error.status as HttpProblem['status'], 'bad-request', error.message));
    }
    report(error);
    return problem(
      context,
      new HttpProblem(
        500,
        'internal',
        'Loupe met a fault of its own and did not finish this call. Nothing stored was lost; try again, and see the ' +
          "server's output for the cause.",
      ),
    );
  };
}

export const notFound: NotFoundHandler = (context) =>
  problem(
    context,
    new HttpProblem(
      404,
      'not-found',
      `There is nothing at ${context.req.path}. See shared/api/contract.ts for the calls.`,
    ),
  );

function problem(context: Context, error: HttpProblem): Response {
  return context.json({ error: { code: error.code, message: error.message } } satisfies ErrorReply, error.status);
}
