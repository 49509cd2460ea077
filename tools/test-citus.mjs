// `npm run test:citus`: the tests of the distributed form, on the cluster whose coordinator is CITUS_URL. Arguments select
// spec files.
import { join } from 'node:path';
import { build } from './build.mjs';
import { root, run } from './command-line.mjs';

if (process.env.CITUS_URL === undefined) {
  process.stdout.write('CITUS_URL is not set, so the tests on Citus are skipped. See docs/testing.md.\n');
} else {
  await build();
  const jest = join(root, 'node_modules/jest/bin/jest.js');
  const options = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'];
  const patterns = process.argv.slice(2).flatMap((pattern) => ['--testPathPatterns', pattern]);
  process.exitCode = await run(process.execPath, [
    ...options,
    jest,
    '--selectProjects',
    'citus',
    ...patterns,
  ]);
}
