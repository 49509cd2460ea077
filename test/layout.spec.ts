import { describe, expect, it } from '@jest/globals';
import { STATUS } from '../apps/api/src/common/errors/codes.js';
import { importsOf, projectFiles, type SourceFile } from './support/source-tree.js';

// Rules about files that ESLint cannot check.

const files = projectFiles();
const isSpec = ({ path }: SourceFile): boolean => /\.spec\.tsx?$/.test(path);
const isTesting = ({ path }: SourceFile): boolean => path.includes('/testing/');
/** Generated files are exempt; another test checks that they are up to date. */
const isGenerated = (text: string): boolean => /^\/\/ Made from .* by `npm run \w+`/.test(text);
const code = files.filter(
  ({ path, text }) =>
    /\.(tsx?|mts|mjs|js|cjs)$/.test(path) && !path.startsWith('test/fixtures/') && !isGenerated(text),
);
const sources = code.filter(({ path }) => /^(apps|libs)\/[^/]+\/src\/.*\.tsx?$/.test(path));
const libraries = [...new Set(sources.flatMap(({ path }) => /^libs\/[^/]+/.exec(path) ?? []))];
const DOMAIN = [
  'libs/kernel',
  'libs/identity',
  'libs/accounts',
  'libs/ledger',
  'libs/payments',
  'libs/webhooks',
];

const packageOf = ({ path }: SourceFile): string => path.split('/').slice(0, 2).join('/');
/** Patterns are concatenated, so that this file does not match itself. */
const oneOf = (patterns: readonly string[]): string => `(${patterns.join('|')})`;

/** The sources of the built files that a tool imports. */
const builtBy = ({ text }: SourceFile): string[] =>
  [...text.matchAll(/'((?:apps|libs)\/[^/']+)\/dist\/([^']+)\.js'/g)].map(
    ([, owner = '', name = '']) => `${owner}/src/${name}.ts`,
  );

/** An import of the console names no extension. */
const stemOf = (path: string): string => path.replace(/\.(js|tsx?)$/, '');

const pathsOf = (found: readonly SourceFile[]): string[] => found.map(({ path }) => path);

describe('a library', () => {
  it('is found', () => {
    expect(libraries).toEqual(expect.arrayContaining([...DOMAIN, 'libs/infrastructure']));
    expect(sources.length).toBeGreaterThan(100);
  });

  it.each(libraries)('%s has one entry point with named exports', (library) => {
    const entryPoint = sources.find(({ path }) => path === `${library}/src/index.ts`);
    expect(entryPoint?.text ?? '').toMatch(/^export /m);
    const otherEntryPoints = sources.filter(
      (file) =>
        packageOf(file) === library &&
        file.path.endsWith('/index.ts') &&
        file !== entryPoint &&
        file.path !== `${library}/src/memory/index.ts` &&
        /^export\b[^;]*\bfrom\b/m.test(file.text),
    );
    expect(pathsOf(otherEntryPoints)).toEqual([]);
  });

  it('has no export *', () => {
    const exportingAll = sources.filter((file) => !isTesting(file) && /^\s*export \*/m.test(file.text));
    expect(pathsOf(exportingAll)).toEqual([]);
  });

  it('does not import its own entry point', () => {
    const selfImports = sources.flatMap(importsOf).filter(({ from, specifier, target }) => {
      const own = packageOf(from);
      return target === `${own}/src/index.ts` || specifier === own.replace(/^(libs|apps)\//, '@florin/');
    });
    expect(selfImports.map(({ from }) => from.path)).toEqual([]);
  });

  it('imports other packages only through their entry points', () => {
    const isOutside = (own: string, target: string): boolean => !target.startsWith(`${own}/`);
    const deepImports = sources
      .filter((file) => !isSpec(file))
      .flatMap(importsOf)
      .filter(({ isImported }) => isImported)
      .filter(({ from, target }) => target !== undefined && isOutside(packageOf(from), target));
    expect(deepImports.map(({ from, specifier }) => `${from.path} → ${specifier}`)).toEqual([]);
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

  it('have no import cycles', () => {
    expect(foldersInCycles('libs/infrastructure')).toEqual([]);
  });
});

describe('the domain', () => {
  const inside = sources.filter(
    (file) => DOMAIN.includes(packageOf(file)) && !isSpec(file) && !isTesting(file),
  );

  it('imports only domain packages', () => {
    const foreign = inside
      .flatMap(importsOf)
      .filter(({ specifier }) => !/^(\.{1,2}\/|@florin\/)/.test(specifier));
    expect(foreign.map(({ from, specifier }) => `${from.path} → ${specifier}`)).toEqual([]);
  });

  it.each(DOMAIN)('%s depends only on domain packages', (library) => {
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
    (file) => !isSpec(file) && !isTesting(file) && !['libs/client', 'apps/console'].includes(packageOf(file)),
  );

  it('sends HTTP requests only to webhook receivers, after a check of the address', () => {
    const callers = [
      '\\bfetch\\(',
      `import (?!type)[^;]*\\b(request|get|Agent)\\b[^;]*'node:https?'`,
      `import https?\\b[^;]*'node:https?'`,
      `'(node:http2|node:dgram|undici|axios|got)'`,
    ];
    expect(pathsOf(inside.filter(({ text }) => new RegExp(oneOf(callers)).test(text)))).toEqual([
      // On the operator's machine, to the program that the operator names.
      'apps/cli/src/commands/webhooks.ts',
      'libs/infrastructure/src/webhooks/http-webhook-sender.ts',
    ]);
  });

  it('executes no strings as code', () => {
    const runners = ['\\beval\\(', 'new Function\\(', `'node:vm'`, '\\bshell: true'];
    expect(pathsOf(inside.filter(({ text }) => new RegExp(oneOf(runners)).test(text)))).toEqual([]);
  });
});

describe('a file', () => {
  it('has at most 400 lines, not counting blank ones', () => {
    const long = code.filter(
      ({ text }) => text.split('\n').filter((line) => line.trim() !== '').length > 400,
    );
    expect(pathsOf(long)).toEqual([]);
  });

  it('is used by production code, unless it is an entry point', () => {
    const entryPoints = /(^|\/)(index|main)\.tsx?$|\.spec\.tsx?$/;
    const isForTests = (file: SourceFile): boolean =>
      isSpec(file) || isTesting(file) || file.path.startsWith('test/');
    // Only test support may be used by tests alone; other such files are dead code.
    const imported = code
      .flatMap(importsOf)
      .filter(({ from, target = '' }) => !isForTests(from) || target.includes('/testing/'))
      .map(({ target = '' }) => stemOf(target));
    const used = new Set([
      ...imported,
      ...code
        .filter(({ path }) => path.startsWith('tools/'))
        .flatMap(builtBy)
        .map(stemOf),
    ]);
    // Further entry points of a package are in its manifest.
    const manifests = files
      .filter(({ path }) => path.endsWith('package.json'))
      .map(({ text }) => text)
      .join('\n');
    const unused = sources.filter(
      (file) =>
        !entryPoints.test(file.path) &&
        !used.has(stemOf(file.path)) &&
        !manifests.includes(`./${file.path.split('/').slice(2).join('/')}`),
    );
    expect(pathsOf(unused)).toEqual([]);
  });

  it('has a reason for each disabled rule', () => {
    const silencing = new RegExp(
      oneOf(['eslint-dis' + 'able(?!.* -- \\S)', '@ts-ig' + 'nore', '@ts-no' + 'check']),
    );
    expect(pathsOf(code.filter(({ text }) => silencing.test(text)))).toEqual([]);
  });

  it('contains no path of a home folder and no registry', () => {
    const homeFolders = ['(?<!\\w)/ho' + 'me/', '/Us' + 'ers/'];
    const registries = [
      'regis' + 'try\\.[a-z0-9.-]+\\.[a-z]{2,}',
      'artifac' + 'tory',
      '"resol' + 'ved": "http',
    ];
    const pattern = new RegExp(oneOf([...homeFolders, ...registries]));
    const found = files.flatMap(({ path, text }) =>
      text.split('\n').flatMap((line, index) => (pattern.test(line) ? `${path}:${index + 1}` : [])),
    );
    expect(found).toEqual([]);
  });
});

describe('a test', () => {
  const specs = code.filter(isSpec);

  it('has no skip, only or todo', () => {
    const partial = specs.filter(({ text }) =>
      /\b(it|test|describe)\.(only|skip|todo)(\.each)?[(`]|\b(xit|fit|xdescribe|fdescribe)\(/.test(text),
    );
    expect(pathsOf(partial)).toEqual([]);
  });

  it.each(Object.keys(STATUS))('covers the error code %s', (errorCode) => {
    // The spec of the error map names every code, but does not test what returns it.
    const covering = [...specs, ...sources.filter(isTesting)].filter(
      ({ path, text }) =>
        !path.startsWith('apps/api/src/common/errors/') && new RegExp(`['"\`]${errorCode}['"\`]`).test(text),
    );
    expect(covering.length).toBeGreaterThan(0);
  });
});
