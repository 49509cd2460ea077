// What `npm start` runs: installs what is missing, builds what changed, and becomes the service. With the word
// `worker` (`npm run start:worker`) it becomes the worker, which needs a DATABASE_URL.
import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import { bootstrap, fail, root } from './bootstrap.mjs';

await bootstrap();
const { build } = await import('./build.mjs');
await build().catch((error) => fail(`the build failed: ${error.message}`));

const app = process.argv[2] === 'worker' ? 'worker' : 'api';
// It runs in this very process: signals reach it without a messenger, and its exit code is ours.
await import(pathToFileURL(join(root, `apps/${app}/dist/main.js`)).href);
