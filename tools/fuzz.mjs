// `npm run fuzz`: sends requests generated from the OpenAPI document to the service. `--cases N` and `--seed S` select them;
// `--case K` repeats and prints a single one. Ends with a summary line and a line of JSON; exits with 0 if nothing was found.
import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fail, readArguments, root } from './command-line.mjs';

const { values } = readArguments({
  options: {
    cases: { type: 'string', default: '20000' },
    seed: { type: 'string', default: String(randomInt(2 ** 31)) },
    case: { type: 'string' },
  },
});
for (const [name, value] of Object.entries(values)) {
  if (!/^\d{1,10}$/.test(value)) fail(`--${name} must be a whole number.`);
}

/** Printed only if the run ends without a report. */
const jestOutput = [];
const folder = mkdtempSync(join(tmpdir(), 'florin-fuzz-'));
const report = join(folder, 'outcome.json');
try {
  const code = await fuzz();
  process.exitCode = printReport(readReport(report), code);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Runs the spec of test/fuzz, which needs Jest to load TypeScript. */
function fuzz() {
  const jest = join(root, 'node_modules/jest/bin/jest.js');
  const args = ['--selectProjects', 'deep', '--runInBand', '--testPathPatterns', 'test/fuzz/fuzz.deep'];
  const child = spawn(process.execPath, [jest, ...args], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      ...process.env,
      NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --experimental-vm-modules --disable-warning=ExperimentalWarning`,
      FUZZ_CASES: values.cases,
      FUZZ_SEED: values.seed,
      FUZZ_REPORT: report,
      ...(values.case === undefined ? {} : { FUZZ_CASE: values.case }),
    },
  });
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
  createInterface({ input: child.stderr }).on('line', (line) => {
    if (line.startsWith('fuzz: ')) process.stderr.write(`${line}\n`);
    else jestOutput.push(line);
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve(code ?? 1));
  });
}

function readReport(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    fail(`the run ended without a report.\n${jestOutput.join('\n')}`);
  }
}

function printReport({ line, shown, ...outcome }, code) {
  for (const { number, problem, smallest, request, answer } of outcome.findings) {
    console.log(`\ncase ${number}: ${problem}\n  ${smallest}\n→ ${request}\n← ${answer}`);
    console.log(`Repeat: npm run fuzz -- --seed ${outcome.seed} --case ${number}`);
  }
  for (const trouble of [...outcome.troubles, ...outcome.books]) console.log(`\n${trouble}`);
  if (shown !== undefined) console.log(shown);
  console.log(line);
  console.log(JSON.stringify(outcome));
  return code;
}
