import { Hono } from 'hono';
import { isRecord } from '../../shared/messages/blocks.ts';
import { HttpProblem } from '../../shared/api/http-problem.ts';
import { readJson } from '../json-body.ts';
import { type AuthRules, isToken, setAuthCookie } from '../middleware/auth.ts';

/** Exchanges the token of `/#token=…` for the page's cookie: a fragment never reaches a server or its logs. */
export function loginRoutes(rules: AuthRules): Hono {
  const app = new Hono();
  app.post('/', async (context) => {
    const body = await readJson(context);
    const token = isRecord(body) ? body['token'] : undefined;
    if (typeof token !== 'string' || !isToken(token, rules)) {
      throw new HttpProblem(401, 'wrong-token', 'That is not the LOUPE_TOKEN this server was started with.');
    }
    setAuthCookie(context, rules);
    return context.body(null, 204);
  });
  return app;
}
