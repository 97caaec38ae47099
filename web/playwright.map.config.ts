// npx playwright test -c playwright.map.config.ts: the maps alone, with a server of their own.
import { defineConfig } from '@playwright/test';

const port = 4187;

export default defineConfig({
  testDir: 'tests',
  testMatch: 'map-*.spec.ts',
  workers: 1,
  outputDir: 'node_modules/.cache/map-tests',
  reporter: 'line',
  use: {
    baseURL: `http://127.0.0.1:${port}`,
    launchOptions: {
      executablePath: '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  webServer: {
    command: `node node_modules/vite/bin/vite.js --host 127.0.0.1 --port ${port} --strictPort`,
    url: `http://127.0.0.1:${port}/map-demo.html`,
    reuseExistingServer: false,
  },
});
