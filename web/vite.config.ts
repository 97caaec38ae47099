import { fileURLToPath } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [svelte()],
  // Boards and editions are the program's own files; the dev server may read beside its folder.
  resolve: { alias: { $data: fileURLToPath(new URL('../data', import.meta.url)) } },
  server: { fs: { allow: ['..'] } },
  build: {
    outDir: process.env['FOGG_WEB_OUT'] ?? 'dist',
    emptyOutDir: true,
    target: 'es2022',
    // The policy of the pages allows no inline script, and no address but their own.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
  },
  // Whole games on a busy machine take their time.
  test: { environment: 'happy-dom', include: ['src/**/*.test.ts'], testTimeout: 60_000 },
});
