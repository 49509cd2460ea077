// Builds every project through Nx, which skips what has not changed. For the tools that run the built service.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bootstrap, root, run } from './bootstrap.mjs';

/** Nx's own output goes to standard error: the standard output of a tool may be read by a program. */
export async function build() {
  const code = await run(process.execPath, [join(root, 'node_modules/nx/dist/bin/nx.js'), 'run-many', '-t', 'build'], {
    stdio: ['ignore', 2, 2],
  });
  if (code !== 0) throw new Error(`nx run-many -t build exited with ${code}`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await bootstrap();
  await build();
}
