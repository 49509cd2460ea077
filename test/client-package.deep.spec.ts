import { execFile, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import ts from 'typescript';
import { APPROVED, cardOf, submitCard } from './support/payments.js';
import { startApi } from './support/running-api.js';
import { ROOT } from './support/source-tree.js';

const run = promisify(execFile);
/** Nx sets FORCE_COLOR, which makes console.log color booleans. */
const UNCOLORED = { ...process.env, FORCE_COLOR: '0' };
const folder = mkdtempSync(join(tmpdir(), 'florin-consumer-'));
const npm = (cwd: string, ...args: string[]) =>
  run('npm', [...args, '--offline', `--cache=${join(folder, '.npm')}`, '--no-audit', '--no-fund'], { cwd });

const COMPILER_OPTIONS = {
  strict: true,
  target: 'es2022',
  module: 'nodenext',
  lib: ['es2022', 'dom', 'dom.iterable'],
  types: [],
  rootDir: '.',
};

/** The package does not depend on Node's types; the programs need only this. */
const NODE = 'declare const process: { argv: string[] };\n';

/** The compiler's errors in a program, as `12 TS2322`. */
async function compile(program: string): Promise<string[]> {
  const project = join(folder, `tsconfig.${program}.json`);
  const files = ['node.d.ts', `${program}.ts`];
  writeFileSync(project, JSON.stringify({ compilerOptions: COMPILER_OPTIONS, files }));
  const { stdout } = await run(
    process.execPath,
    [join(ROOT, 'node_modules/typescript/bin/tsc'), '--pretty', 'false', '-p', project],
    { cwd: folder },
  ).catch((failed: unknown) => failed as { stdout: string });
  return stdout
    .split('\n')
    .filter((line) => /: error /.test(line))
    .map((line) => line.replace(/^.*\((\d+),\d+\): error (TS\d+):.*$/, '$1 $2'));
}

/** The types of a program's exports, as an editor shows them. */
function shownTypes(program: string): Record<string, string> {
  const path = join(folder, `${program}.ts`);
  const compiled = ts.createProgram([path], {
    ...COMPILER_OPTIONS,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    lib: COMPILER_OPTIONS.lib.map((name) => `lib.${name}.d.ts`),
  });
  const checker = compiled.getTypeChecker();
  const exports = checker.getExportsOfModule(checker.getSymbolAtLocation(compiled.getSourceFile(path)!)!);
  return Object.fromEntries(
    exports.map((symbol) => [symbol.name, checker.typeToString(checker.getTypeOfSymbol(symbol))]),
  );
}

/** Runs a program against a new service, pays each payment page that it prints, and returns its other output. */
async function runProgram(program: string): Promise<string[]> {
  const api = await startApi();
  const child = spawn(process.execPath, [join(folder, `${program}.js`), api.url], {
    env: UNCOLORED,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const lines: string[] = [];
    for await (const line of createInterface(child.stdout)) {
      const page = /^Pay at (.+)$/.exec(line)?.[1];
      if (page === undefined) lines.push(line);
      else await submitCard(api.url + new URL(page).pathname, cardOf(APPROVED));
    }
    return lines;
  } finally {
    child.kill();
    await api.stop();
  }
}

/** Packs the client as it would be published, and installs it outside of this workspace. */
beforeAll(async () => {
  await npm(join(ROOT, 'libs/client'), 'pack', '--silent', '--pack-destination', folder);
  const tarball = readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? '';
  const here = (name: string): string => `file:${join(ROOT, 'node_modules', name)}`;
  const dependencies = {
    '@florin/client': `file:${tarball}`,
    'openapi-fetch': here('openapi-fetch'),
    'openapi-typescript-helpers': here('openapi-typescript-helpers'),
  };
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ private: true, type: 'module', dependencies }),
  );
  await npm(folder, 'install');
  cpSync(join(ROOT, 'test/fixtures/client-consumer'), folder, { recursive: true });
  writeFileSync(join(folder, 'node.d.ts'), NODE);
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe('the packed client', () => {
  it('contains its code, types, README and license, and has one dependency', () => {
    const installed = join(folder, 'node_modules/@florin/client');
    const files = readdirSync(installed, { recursive: true }).map(String);
    expect(files).toEqual(expect.arrayContaining(['dist/index.js', 'dist/index.d.ts', 'dist/schema.d.ts']));
    const expected = /^(package\.json|README\.md|LICENSE|dist(\/resources)?(\/[a-z-]+\.(js|d\.ts))?)$/;
    expect(files.filter((file) => !expected.test(file))).toEqual([]);
    expect(readFileSync(join(installed, 'LICENSE'), 'utf8')).toBe(
      readFileSync(join(ROOT, 'LICENSE'), 'utf8'),
    );
    expect(files).toContain('README.md');
    const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as object;
    expect(manifest).toMatchObject({ dependencies: { 'openapi-fetch': expect.any(String) } });
    expect(Object.keys((manifest as { dependencies: object }).dependencies)).toHaveLength(1);
  });

  it('works in a strict program of 30 lines with named types and no cast', async () => {
    const text = readFileSync(join(folder, 'web-shop.ts'), 'utf8');
    expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(30);
    expect(text).not.toMatch(/\bas\b|\bany\b|<\w+>\(|@ts-|!\./);
    expect(await compile('web-shop')).toEqual([]);
    const [code, totals = ''] = await runProgram('web-shop');
    expect(code).toBe('insufficient_funds');
    expect(JSON.parse(totals)).toEqual({
      prices: ['$25.99', '$1.00'],
      balance: '$26.99',
      owner: 'ada@example.com',
      first: 'account.opened',
    });
  });

  it('shows named types in an editor, not their fields', () => {
    expect(shownTypes('editor')).toEqual({
      transactions: 'TransactionsApi',
      transaction: 'Transaction',
      transactionPage: 'TransactionList',
      transactionItems: 'TransactionListItem[]',
      payments: 'List<Payment>',
      paid: 'Promise<PaymentDetails>',
      account: 'Account',
      settings: 'AccountSettings',
      balance: 'Balance',
      users: 'User[]',
      sessions: 'List<Session>',
      keys: 'List<ApiKey>',
      entries: 'List<AuditEntry>',
      events: 'List<Event>',
      subscription: 'Subscription',
      login: '(credentials: LogIn, options?: CallOptions | undefined) => Promise<LoggedIn>',
      list: '(query?: Omit<ListTransactionsQuery, "ending_before"> | undefined, options?: CallOptions | undefined) => List<TransactionListItem>',
    });
  });

  it('can be required by a CommonJS program', async () => {
    const program = "console.log(typeof require('@florin/client').Florin)";
    const { stdout } = await run(process.execPath, ['--input-type=commonjs', '--eval', program], {
      cwd: folder,
    });
    expect(stdout.trim()).toBe('function');
  });

  it('compiles and runs the examples of docs/client.md', async () => {
    const guide = readFileSync(join(ROOT, 'docs/client.md'), 'utf8');
    const blocks = [...guide.matchAll(/^```ts\n([^]*?)^```$/gm)].map(([, block = '']) => block);
    expect(blocks.length).toBeGreaterThan(6);
    writeFileSync(join(folder, 'guide.ts'), blocks.join('\n'));
    expect(await compile('guide')).toEqual([]);
    expect(await runProgram('guide')).toEqual([
      '8400',
      '402 insufficient_funds',
      'Lin has paid $25.99',
      expect.stringMatching(/^txn_\w+ pending$/),
      expect.stringMatching(/^402 insufficient_funds: /),
      'true',
    ]);
  });

  it('makes the compiler report wrong fields, values and statuses', async () => {
    const lines = readFileSync(join(folder, 'type-errors.ts'), 'utf8').split('\n');
    const marked = lines.flatMap((line, index) => {
      const mark = / \/\/ (TS\d+)$/.exec(line);
      return mark === null ? [] : `${index + 1} ${mark[1] ?? ''}`;
    });
    expect(marked.length).toBeGreaterThan(10);
    expect(await compile('type-errors')).toEqual(marked);
  });
});
