import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApi } from './support/running-api.js';
import { ROOT } from './support/source-tree.js';

const run = promisify(execFile);
/** Nx asks for colors, which console.log then uses for booleans. */
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

/** What the compiler says about one of the programs: nothing, or lines such as `12 TS2322`. */
async function compile(program: string): Promise<string[]> {
  const project = join(folder, `tsconfig.${program}.json`);
  writeFileSync(project, JSON.stringify({ compilerOptions: COMPILER_OPTIONS, files: [`${program}.ts`] }));
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

async function printed(program: string, url: string): Promise<string[]> {
  const { stdout } = await run(process.execPath, [join(folder, `${program}.js`), url], { env: UNCOLORED });
  return stdout.trim().split('\n');
}

async function withService<Result>(use: (url: string) => Promise<Result>): Promise<Result> {
  const api = await startApi();
  try {
    return await use(api.url);
  } finally {
    await api.stop();
  }
}

/** Packs the client as it would be published and installs it where nothing of this workspace is known. */
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
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe('the packed client', () => {
  it('holds its programs and their types, what it is and under which terms, and nothing else', () => {
    const installed = join(folder, 'node_modules/@florin/client');
    const files = readdirSync(installed, { recursive: true }).map(String);
    expect(files).toEqual(expect.arrayContaining(['dist/index.js', 'dist/index.d.ts', 'dist/schema.d.ts']));
    expect(
      files.filter(
        (file) => !/^(package\.json|README\.md|LICENSE|dist|dist\/[a-z]+\.(js|d\.ts))$/.test(file),
      ),
    ).toEqual([]);
    expect(readFileSync(join(installed, 'LICENSE'), 'utf8')).toBe(
      readFileSync(join(ROOT, 'LICENSE'), 'utf8'),
    );
    expect(files).toContain('README.md');
    const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as object;
    expect(manifest).toMatchObject({ dependencies: { 'openapi-fetch': expect.any(String) } });
    expect(Object.keys((manifest as { dependencies: object }).dependencies)).toHaveLength(1);
  });

  it('compiles in a program of somebody else, with every declaration checked, and works there', async () => {
    expect(await compile('right')).toEqual([]);
    const [line = ''] = await withService((url) => printed('right', url));
    expect(JSON.parse(line)).toEqual({ amounts: [300, 200, 100], code: 'insufficient_funds' });
  });

  it('can be required by a CommonJS program', async () => {
    const program = "console.log(typeof require('@florin/client').Florin)";
    const { stdout } = await run(process.execPath, ['--input-type=commonjs', '--eval', program], {
      cwd: folder,
    });
    expect(stdout.trim()).toBe('function');
  });

  it('does what its guide says, block by block', async () => {
    const guide = readFileSync(join(ROOT, 'docs/client.md'), 'utf8');
    const blocks = [...guide.matchAll(/^```ts\n([^]*?)^```$/gm)].map(([, block = '']) => block);
    expect(blocks.length).toBeGreaterThan(6);
    // Node's own types are no part of the package, and one name of them is all that the guide needs.
    const platform = 'declare const process: { argv: string[] };\n';
    writeFileSync(join(folder, 'guide.ts'), platform + blocks.join('\n'));
    expect(await compile('guide')).toEqual([]);
    const lines = await withService((url) => printed('guide', url));
    expect(lines).toEqual([
      expect.stringMatching(/^txn_\w+ pending$/),
      expect.stringMatching(/^402 insufficient_funds: /),
      'true',
    ]);
  });

  it('lets no wrong field, value or status through the compiler', async () => {
    const lines = readFileSync(join(folder, 'wrong.ts'), 'utf8').split('\n');
    const marked = lines.flatMap((line, index) => {
      const mark = / \/\/ (TS\d+)$/.exec(line);
      return mark === null ? [] : `${index + 1} ${mark[1] ?? ''}`;
    });
    expect(marked.length).toBeGreaterThan(10);
    expect(await compile('wrong')).toEqual(marked);
  });
});
