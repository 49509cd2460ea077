import { describe, expect, it } from '@jest/globals';
import { STATUS } from '../apps/api/src/common/errors/codes.js';
import { importsOf, projectFiles, type SourceFile } from './support/source-tree.js';

// What ESLint cannot say about the shape of the house.

const files = projectFiles();
const isSpec = ({ path }: SourceFile): boolean => path.endsWith('.spec.ts');
const isTesting = ({ path }: SourceFile): boolean => path.includes('/testing/');
/** Nobody reads what a program wrote for the compiler; that it is up to date has a test of its own. */
const isGenerated = (text: string): boolean => /^\/\/ Made from .* by `npm run \w+`/.test(text);
const code = files.filter(
  ({ path, text }) =>
    /\.(ts|mts|mjs|js|cjs)$/.test(path) && !path.startsWith('test/fixtures/') && !isGenerated(text),
);
const sources = code.filter(({ path }) => /^(apps|libs)\/[^/]+\/src\/.*\.ts$/.test(path));
const libraries = [...new Set(sources.flatMap(({ path }) => /^libs\/[^/]+/.exec(path) ?? []))];
const DOMAIN = ['libs/kernel', 'libs/identity', 'libs/accounts', 'libs/ledger', 'libs/payments'];

const packageOf = ({ path }: SourceFile): string => path.split('/').slice(0, 2).join('/');
/** Patterns are put together from pieces, so that this file does not find itself. */
const oneOf = (patterns: readonly string[]): string => `(${patterns.join('|')})`;

/** The sources of what a tool loads, which it names by where the build puts it. */
const builtBy = ({ text }: SourceFile): string[] =>
  [...text.matchAll(/'((?:apps|libs)\/[^/']+)\/dist\/([^']+)\.js'/g)].map(
    ([, owner = '', name = '']) => `${owner}/src/${name}.ts`,
  );

const pathsOf = (found: readonly SourceFile[]): string[] => found.map(({ path }) => path);

describe('a library', () => {
  it('is found at all', () => {
    expect(libraries).toEqual(expect.arrayContaining([...DOMAIN, 'libs/infrastructure']));
    expect(sources.length).toBeGreaterThan(100);
  });

  it.each(libraries)('%s has one door, with every name on it spelled out', (library) => {
    const door = sources.find(({ path }) => path === `${library}/src/index.ts`);
    expect(door?.text ?? '').toMatch(/^export /m);
    const otherDoors = sources.filter(
      (file) =>
        packageOf(file) === library &&
        file.path.endsWith('/index.ts') &&
        file !== door &&
        file.path !== `${library}/src/memory/index.ts` &&
        /^export\b[^;]*\bfrom\b/m.test(file.text),
    );
    expect(pathsOf(otherDoors)).toEqual([]);
  });

  it('exports nothing wholesale', () => {
    const wholesale = sources.filter((file) => !isTesting(file) && /^\s*export \*/m.test(file.text));
    expect(pathsOf(wholesale)).toEqual([]);
  });

  it('never goes out of its own door to come back in', () => {
    const doors = sources.flatMap(importsOf).filter(({ from, specifier, target }) => {
      const own = packageOf(from);
      return target === `${own}/src/index.ts` || specifier === own.replace(/^(libs|apps)\//, '@florin/');
    });
    expect(doors.map(({ from }) => from.path)).toEqual([]);
  });

  it('never reaches into another package past its door', () => {
    const isOutside = (own: string, target: string): boolean => !target.startsWith(`${own}/`);
    const trespasses = sources
      .filter((file) => !isSpec(file))
      .flatMap(importsOf)
      .filter(({ isImported }) => isImported)
      .filter(({ from, target }) => target !== undefined && isOutside(packageOf(from), target));
    expect(trespasses.map(({ from, specifier }) => `${from.path} → ${specifier}`)).toEqual([]);
  });
});

describe('the folders of a library', () => {
  /** The first folder below src, or `.` for a file in src itself. */
  const folderOf = (path: string): string => /\/src\/([^/]+)\//.exec(path)?.[1] ?? '.';

  function foldersInCycles(library: string): string[] {
    const targets = new Map<string, Set<string>>();
    const production = sources.filter(
      (file) => packageOf(file) === library && !isSpec(file) && !isTesting(file),
    );
    for (const { from, target } of production.flatMap(importsOf)) {
      const folder = folderOf(from.path);
      if (target === undefined || folderOf(target) === folder) continue;
      targets.set(folder, (targets.get(folder) ?? new Set()).add(folderOf(target)));
    }
    const reachable = (folder: string): Set<string> => {
      const found = new Set<string>();
      const visit = (from: string): void => {
        for (const to of targets.get(from) ?? []) {
          if (found.has(to)) continue;
          found.add(to);
          visit(to);
        }
      };
      visit(folder);
      return found;
    };
    return [...targets.keys()].filter((folder) => reachable(folder).has(folder)).sort();
  }

  it('do not import each other in a circle', () => {
    expect(foldersInCycles('libs/infrastructure')).toEqual([]);
  });
});

describe('the domain', () => {
  const inside = sources.filter(
    (file) => DOMAIN.includes(packageOf(file)) && !isSpec(file) && !isTesting(file),
  );

  it('imports no package but its own kind', () => {
    const foreign = inside
      .flatMap(importsOf)
      .filter(({ specifier }) => !/^(\.{1,2}\/|@florin\/)/.test(specifier));
    expect(foreign.map(({ from, specifier }) => `${from.path} → ${specifier}`)).toEqual([]);
  });

  it.each(DOMAIN)('%s depends on no package but its own kind', (library) => {
    const manifest = JSON.parse(
      files.find(({ path }) => path === `${library}/package.json`)?.text ?? '{}',
    ) as {
      dependencies?: Record<string, string>;
    };
    expect(Object.keys(manifest.dependencies ?? {}).filter((name) => !name.startsWith('@florin/'))).toEqual(
      [],
    );
  });
});

describe('the service', () => {
  const inside = sources.filter(
    (file) => !isSpec(file) && !isTesting(file) && packageOf(file) !== 'libs/client',
  );

  it('asks no address for anything, so that nobody can send it anywhere', () => {
    const callers = [
      '\\bfetch\\(',
      `import (?!type)[^;]*\\b(request|get|Agent)\\b[^;]*'node:https?'`,
      `'(node:http2|node:dgram|undici|axios|got)'`,
    ];
    expect(pathsOf(inside.filter(({ text }) => new RegExp(oneOf(callers)).test(text)))).toEqual([]);
  });

  it('runs no text as a program', () => {
    const runners = ['\\beval\\(', 'new Function\\(', `'node:vm'`, '\\bshell: true'];
    expect(pathsOf(inside.filter(({ text }) => new RegExp(oneOf(runners)).test(text)))).toEqual([]);
  });
});

describe('a file', () => {
  it('is at most 400 lines long, blank ones aside', () => {
    const long = code.filter(
      ({ text }) => text.split('\n').filter((line) => line.trim() !== '').length > 400,
    );
    expect(pathsOf(long)).toEqual([]);
  });

  it('is used by another than its tests, unless it is where something starts', () => {
    const starts = /(^|\/)(index|main)\.ts$|\.spec\.ts$/;
    const isForTests = (file: SourceFile): boolean =>
      isSpec(file) || isTesting(file) || file.path.startsWith('test/');
    // What is there for tests may be used by them alone; anything else that only they use is dead.
    const imported = code
      .flatMap(importsOf)
      .filter(({ from, target = '' }) => !isForTests(from) || target.includes('/testing/'))
      .map(({ target }) => target);
    const used = new Set([
      ...imported,
      ...code.filter(({ path }) => path.startsWith('tools/')).flatMap(builtBy),
    ]);
    // A package's further doors are named in its manifest.
    const manifests = files
      .filter(({ path }) => path.endsWith('package.json'))
      .map(({ text }) => text)
      .join('\n');
    const unused = sources.filter(
      (file) =>
        !starts.test(file.path) &&
        !used.has(file.path) &&
        !manifests.includes(`./${file.path.split('/').slice(2).join('/')}`),
    );
    expect(pathsOf(unused)).toEqual([]);
  });

  it('gives a reason where it silences a rule', () => {
    const silencing = new RegExp(
      oneOf(['eslint-dis' + 'able(?!.* -- \\S)', '@ts-ig' + 'nore', '@ts-no' + 'check']),
    );
    expect(pathsOf(code.filter(({ text }) => silencing.test(text)))).toEqual([]);
  });

  it('names no machine and no registry', () => {
    const machines = ['/wo' + 'rk/', '/ho' + 'me/', '/Us' + 'ers/', '\\.\\./sha' + 'red/'];
    const registries = [
      'regis' + 'try\\.[a-z0-9.-]+\\.[a-z]{2,}',
      'artifac' + 'tory',
      '"resol' + 'ved": "http',
    ];
    const pattern = new RegExp(oneOf([...machines, ...registries]));
    const found = files.flatMap(({ path, text }) =>
      text.split('\n').flatMap((line, index) => (pattern.test(line) ? `${path}:${index + 1}` : [])),
    );
    expect(found).toEqual([]);
  });
});

describe('a test', () => {
  const specs = code.filter(isSpec);

  it('is neither left out nor alone', () => {
    const partial = specs.filter(({ text }) =>
      /\b(it|test|describe)\.(only|skip|todo)(\.each)?[(`]|\b(xit|fit|xdescribe|fdescribe)\(/.test(text),
    );
    expect(pathsOf(partial)).toEqual([]);
  });

  it.each(Object.keys(STATUS))('shows the code %s at work', (errorCode) => {
    // The map's own spec names every code; that shows nothing about who refuses with it.
    const showing = [...specs, ...sources.filter(isTesting)].filter(
      ({ path, text }) =>
        !path.startsWith('apps/api/src/errors/') && new RegExp(`['"\`]${errorCode}['"\`]`).test(text),
    );
    expect(showing.length).toBeGreaterThan(0);
  });
});
