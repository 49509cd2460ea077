// `npm run screenshots`: writes the screenshots of README.md and of each state of the checkout to docs/images.
import { join } from 'node:path';
import { build } from './build.mjs';
import { root, run } from './command-line.mjs';

await build({ withConsole: true });

// A browser test takes them: it already has a database, a service and a browser.
const jest = join(root, 'node_modules/jest/bin/jest.js');
const args = ['--selectProjects', 'deep', '--runInBand', '--testPathPatterns', 'test/browser/screenshots'];
process.exitCode = await run(process.execPath, [jest, ...args], {
  env: {
    ...process.env,
    NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --experimental-vm-modules --disable-warning=ExperimentalWarning`,
    SCREENSHOTS: join(root, 'docs/images'),
  },
});
