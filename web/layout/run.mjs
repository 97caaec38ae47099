// node layout/run.mjs [usa|europe|germany …]: computes src/map/*.layout.json.
// Vite strips the types, so that every Node that builds the client can run this too.
import { runnerImport } from 'vite';

const { module } = await runnerImport('./layout/main.ts', { configFile: false });
await module.main(process.argv.slice(2));
