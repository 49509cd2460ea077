// Builds what changed and runs the API with the console, or with the argument `worker` the worker, in this process: signals reach it
// directly and its exit code is this command's.
import { build } from './build.mjs';

exitWithNpm();
const app = process.argv[2] === 'worker' ? 'worker' : 'api';
await build({ withConsole: app === 'api' });
await import(`../apps/${app}/dist/main.js`);

/** Shuts down if npm was killed, which then forwards no signal. */
function exitWithNpm() {
  if (process.env.npm_lifecycle_event === undefined) return;
  const npm = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === npm) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, 250);
  watch.unref();
}
