import { fileURLToPath } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

const data = fileURLToPath(new URL('../data', import.meta.url));
const server = process.env.FOGG_SERVER ?? 'http://127.0.0.1:8000';

export default defineConfig({
  plugins: [svelte()],
  // Maps and editions are the same files that the program has in it.
  resolve: { alias: { $data: data } },
  build: {
    outDir: process.env.FOGG_WEB_OUT ?? 'dist',
    emptyOutDir: true,
    target: 'es2022',
    // The policy of the pages allows no inline script, and no address but their own.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
  },
  // tools/web dev: the page from here, games from a `fogg serve`.
  server: {
    fs: { allow: ['.', data] },
    proxy: { '/api': server, '/status': server, '/ws': { target: server, ws: true } },
  },
  // Whole games on a busy machine take their time.
  test: { environment: 'happy-dom', include: ['src/**/*.test.ts'], testTimeout: 60_000 },
});
