// What `npm run florin` runs: installs what is missing, builds what changed, and becomes the operator's tool.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bootstrap, fail, root } from './bootstrap.mjs';

await bootstrap();
const { build } = await import('./build.mjs');
await build().catch((error) => fail(`the build failed: ${error.message}`));

await import(pathToFileURL(join(root, 'apps/cli/dist/main.js')).href);
