import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { CONTENT_SECURITY_POLICY } from './shared/api/content-security-policy.ts';

/**
 * For hosts of plain files: what the built page may load, which Loupe's own server says in a header, and that nobody
 * but the page itself holds its sessions, which the server says otherwise.
 */
function pagePolicy(): Plugin {
  const content = CONTENT_SECURITY_POLICY.replace(/; frame-ancestors .*$/, '');
  return {
    name: 'page-policy',
    apply: 'build',
    transformIndexHtml: () => [
      { tag: 'meta', attrs: { name: 'loupe-host', content: 'files' }, injectTo: 'head' },
      { tag: 'meta', attrs: { 'http-equiv': 'Content-Security-Policy', content }, injectTo: 'head-prepend' },
    ],
  };
}

const results = process.env.LOUPE_TEST_RESULTS;

/**
 * Two builds from one file: the page (`vite build` → dist/app) and the programs that Node runs
 * (`vite build --ssr` → dist/server), so that Node 20 needs no TypeScript loader.
 */
export default defineConfig(({ isSsrBuild }) => ({
  plugins: isSsrBuild ? [] : [react(), tailwindcss(), pagePolicy()],
  build: isSsrBuild
    ? {
        outDir: 'dist/server',
        target: 'node20',
        copyPublicDir: false,
        rolldownOptions: {
          input: { main: 'server/main.ts', cli: 'server/cli/main.ts' },
          output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
        },
      }
    : { outDir: 'dist/app', target: 'es2022', chunkSizeWarningLimit: 5000 },
  // Any folder of any host of plain files will do.
  base: './',
  worker: { format: 'es' },
  server: { host: '127.0.0.1' },
  test: {
    include: ['{shared,server,app}/**/*.test.{ts,tsx}'],
    environment: 'node',
    // Properties over large graphs need more than the usual 5 s on a crowded machine with 2 cores.
    testTimeout: 30_000,
    reporters: results ? ['default', ['json', { outputFile: `${results}/unit.json` }]] : ['default'],
  },
}));
