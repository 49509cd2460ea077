// What `npm test` runs: every check there is, or one tier of them (lint, types, unit, int, e2e).
// The last line counts each test and each check: `N passed, N failed`.
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { bootstrap, fail, root } from './bootstrap.mjs';
import { allTests, besideOthers, bin, check, someTests } from './checks.mjs';

const cores = availableParallelism();
/** Specs with a database spend about a third of their time waiting for it, for a clock or for a process to end. */
const workersThatWait = cores + 1;
const isWhole = process.argv.length <= 3;
const tests = isWhole ? allTests : someTests;

const tiers = {
  lint: [
    // ESLint's module boundaries need Nx's project graph and are skipped without it, hence this order.
    check('project graph', bin('nx/dist/bin/nx.js'), 'show', 'projects'),
    besideOthers(check('lint', bin('eslint/bin/eslint.js'), '--max-warnings=0', '.')),
    besideOthers(check('walls between the libraries', join(root, 'tools/check-walls.mjs'))),
    besideOthers(check('format', bin('prettier/bin/prettier.cjs'), '--check', '--log-level=warn', '.')),
  ],
  types: [besideOthers(check('types', bin('typescript/bin/tsc'), '-p', 'tsconfig.json'))],
  unit: [tests('unit', cores)],
  int: [tests('int', workersThatWait)],
  e2e: isWhole ? endToEnd() : [tests('e2e', Math.ceil(cores / 2))],
};

/** Specs that compare times say so in their first comment (`@alone` and why), and get the machine to themselves. */
function endToEnd() {
  const specs = ['apps', 'libs', 'test', 'tools'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true })
      .filter(
        (path) => path.endsWith('.e2e.spec.ts') && !/(^|[\\/])(node_modules|dist|fixtures)[\\/]/.test(path),
      )
      .map((path) => join(root, folder, path)),
  );
  const isAlone = (path) => /^\/\*\*\s*\*?\s*@alone /.test(readFileSync(path, 'utf8'));
  const alone = specs.filter(isAlone);
  const others = specs.filter((path) => !alone.includes(path));
  return [
    tests('e2e', workersThatWait, { name: 'e2e tests side by side', paths: others }),
    tests('e2e', 1, { name: 'e2e tests that compare times, one by one', report: 'e2e-alone', paths: alone }),
  ];
}

async function runTiers(names) {
  let interrupted = false;
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => (interrupted = true));
  const total = { passed: 0, failed: 0, skipped: 0 };
  const lines = [];
  const take = async ({ name, execute, isBesideOthers }) => {
    if (!isBesideOthers) console.log(`\n── ${name}`);
    const startedAt = performance.now();
    const counts = await execute();
    if (interrupted) fail('interrupted.');
    for (const key of Object.keys(total)) total[key] += counts[key];
    const remark = counts.remark === undefined ? '' : `; ${counts.remark}`;
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    lines.push(
      `${counts.failed === 0 ? 'ok    ' : 'FAILED'} ${name}: ${describe(counts)} (${seconds} s)${remark}`,
    );
  };
  for (const round of rounds(names.flatMap((tier) => tiers[tier]))) {
    const takeNext = async () => {
      while (round.length > 0) await take(round.shift());
    };
    await Promise.all(Array.from({ length: cores }, takeNext));
  }
  console.log(`\n── summary\n${lines.join('\n')}\n${describe(total)}`);
  process.exitCode = total.failed === 0 ? 0 : 1;
}

/** Neighbours that may run beside each other share a round; every other step has one to itself. */
function rounds(steps) {
  const all = [];
  for (const step of steps) {
    if (step.isBesideOthers && all.at(-1)?.[0].isBesideOthers) all.at(-1).push(step);
    else all.push([step]);
  }
  return all;
}

function describe({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

const [tier = 'all'] = process.argv.slice(2);
if (tier !== 'all' && !(tier in tiers))
  fail(`there is no tier ${tier}; choose one of ${Object.keys(tiers).join(', ')}.`);
await bootstrap();
mkdirSync(join(root, '.cache'), { recursive: true });
await runTiers(tier === 'all' ? Object.keys(tiers) : [tier]);
