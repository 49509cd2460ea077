// Builds what changed and runs the operator's command line in this process.
import { build } from './build.mjs';

await build();
await import('../apps/cli/dist/main.js');
