import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

const results = process.env.LOUPE_TEST_RESULTS;

/**
 * Two builds from one file: the page (`vite build` → dist/app) and the programs that Node runs
 * (`vite build --ssr` → dist/server), so that Node 20 needs no TypeScript loader.
 */
export default defineConfig(({ isSsrBuild }) => ({
  plugins: isSsrBuild ? [] : [react(), tailwindcss()],
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
  server: { host: '127.0.0.1' },
  test: {
    include: ['{shared,server,app}/**/*.test.{ts,tsx}'],
    environment: 'node',
    reporters: results ? ['default', ['json', { outputFile: `${results}/unit.json` }]] : ['default'],
  },
}));
