// `npm run drill`: fault injection under load. Every drill prints a summary line and a line of JSON; the exit code is 0 only if
// no drill found a problem. `--help` lists the drills.
import { inspect } from 'node:util';
import { build } from './build.mjs';
import { fail } from './command-line.mjs';

await build();
const { BadArguments, helpText, readArguments } = await import('./drill/arguments.mjs');

let chosen;
try {
  chosen = readArguments(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof BadArguments)) throw error;
  fail(error.message);
}
if (chosen === undefined) {
  console.log(helpText());
  process.exit(0);
}

const { DRILLS } = await import('./drill/drills.mjs');
const { NoCluster } = await import('./drill/citus-nodes.mjs');
const { DrillEnvironment } = await import('./drill/drill-environment.mjs');
const { runDrill } = await import('./drill/run-drill.mjs');
const { summaryLine } = await import('./drill/report.mjs');

let environment;
const close = async (code) => {
  await environment?.close();
  process.exit(code);
};
const environmentWith = async (database) => {
  if (environment?.kind === database) return environment;
  await environment?.close();
  process.stderr.write('starting PostgreSQL, two API instances and a worker …\n');
  return DrillEnvironment.open(database);
};
process.once('SIGINT', () => close(130)).once('SIGTERM', () => close(143));

try {
  let failed = 0;
  for (const name of chosen.names) {
    environment = await environmentWith(DRILLS[name].database ?? 'embedded');
    process.stderr.write(`drill ${name} …\n`);
    const verdict = await runDrill(name, environment, chosen.options);
    if (!verdict.ok) failed += 1;
    console.log(`${summaryLine(verdict)}\n${JSON.stringify(verdict)}`);
  }
  await close(failed === 0 ? 0 : 1);
} catch (error) {
  process.stderr.write(
    error instanceof NoCluster
      ? `florin: ${error.message}\n`
      : `the drill failed with an unexpected error: ${inspect(error)}\n`,
  );
  await close(2);
}
