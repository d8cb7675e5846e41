import { createServer } from 'vite';

/**
 * `npm run dev`: the page with hot reload from Vite, the API beside it from the sources, started again whenever
 * something in server/ or shared/ changes. Open Vite's address; it passes /api and /scripted on.
 */
const QUIET_MS = 200;
const API_PORT = process.env.PORT ?? '4747';
const api = `http://127.0.0.1:${API_PORT}`;

/** The cookie comes with the API's own `/`; here Vite serves the page, so the cookie is fetched and handed on. */
const handOnCookie = {
  name: 'loupe-cookie',
  configureServer(server) {
    server.middlewares.use((request, response, next) => {
      if (request.url !== '/' && !request.url?.startsWith('/?')) return next();
      return fetch(api)
        .then((answer) => {
          const cookie = answer.headers.get('set-cookie');
          if (cookie) response.setHeader('set-cookie', cookie);
        })
        .catch(() => undefined)
        .finally(next);
    });
  },
};

// The API checks that Host and Origin agree, so Host stays the one the browser sent.
const proxy = { '/api': { target: api, changeOrigin: false }, '/scripted': { target: api, changeOrigin: false } };
const vite = await createServer({ plugins: [handOnCookie], server: { proxy } });

let running = null;
let timer = null;

async function restart() {
  await running?.close();
  running = null;
  try {
    const { startServer } = await vite.ssrLoadModule('/server/main.ts');
    const { readSettings } = await vite.ssrLoadModule('/server/settings.ts');
    running = await startServer({ settings: readSettings({ ...process.env, PORT: API_PORT }), live: process.env });
    process.stdout.write(`API at ${running.url}\n`);
  } catch (error) {
    process.stderr.write(`${error.exitCode === 2 ? error.message : (error.stack ?? error)}\n`);
  }
}

let restarting = restart();
vite.watcher.on('all', (_kind, path) => {
  if (!/[/\\](server|shared)[/\\]/.test(path) || path.endsWith('.md') || /\.test\.tsx?$/.test(path)) return;
  clearTimeout(timer);
  timer = setTimeout(() => {
    restarting = restarting.then(restart);
  }, QUIET_MS);
});

await restarting;
await vite.listen();
vite.printUrls();

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, async () => {
    await restarting;
    await running?.close();
    await vite.close();
    process.exit(0);
  });
}
