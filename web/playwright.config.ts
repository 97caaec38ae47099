// npx playwright test: the client in a real Chromium. Games are played against the program in build/release (FOGG names another).
import { execSync } from 'node:child_process';
import { defineConfig } from '@playwright/test';

// Several runs on one machine do not meet. The processes of one run read this file too, and inherit the number.
process.env.FOGG_MAP_PORT ??= String(20_000 + (process.pid % 20_000));
const port = Number(process.env.FOGG_MAP_PORT);

function chromium(): string {
  if (process.env.CHROMIUM) return process.env.CHROMIUM;
  for (const name of ['chromium', 'chromium-browser', 'google-chrome']) {
    try {
      return execSync(`command -v ${name}`, { encoding: 'utf8' }).trim();
    } catch {
      // The next one.
    }
  }
  throw new Error('there is no Chromium: install the package "chromium", or name the program in CHROMIUM');
}

export default defineConfig({
  testDir: 'tests',
  outputDir: '../build/web/browser-tests',
  reporter: 'list',
  forbidOnly: true,
  fullyParallel: true,
  workers: 2,
  // Deals are random: what fails once on a machine that nobody watches is tried once more, and called flaky.
  retries: process.env.CI ? 1 : 0,
  // A whole game on a busy machine.
  timeout: 900_000,
  // All of it takes about ten minutes on two cores; something that hangs must not go on for ever.
  globalTimeout: 50 * 60_000,
  expect: { timeout: 20_000 },
  use: {
    locale: 'en-US',
    actionTimeout: 20_000,
    trace: process.env.FOGG_TRACE ? 'on' : 'off',
    launchOptions: {
      executablePath: chromium(),
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
  projects: [
    { name: 'map', testMatch: 'map-*.spec.ts', use: { baseURL: `http://127.0.0.1:${port}` } },
    { name: 'game', testMatch: 'game-*.spec.ts' },
  ],
  // Only the maps' own page needs it.
  webServer: {
    command: `node node_modules/vite/bin/vite.js --host 127.0.0.1 --port ${port} --strictPort`,
    url: `http://127.0.0.1:${port}/map-demo.html`,
    reuseExistingServer: false,
  },
});
