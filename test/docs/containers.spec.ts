import { describe, expect, it } from '@jest/globals';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as prettier from 'prettier';
import { parseWorkerSettings } from '../../apps/worker/src/settings.js';
import { parseSettings } from '../../apps/api/src/config/settings.js';
import { ROOT } from '../support/source-tree.js';
import { settingsRead } from './settings-read.js';

// Compares the files with the source tree, without a container engine.

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const dockerfile = read('Dockerfile').replaceAll(/\\\n\s*/g, '');
const compose = read('compose.yaml');
const instructions = [...dockerfile.matchAll(/^([A-Z]+) (.+)$/gm)].map(([, name = '', rest = '']) => ({
  name,
  rest,
}));
const all = (name: string): string[] =>
  instructions.filter((instruction) => instruction.name === name).map(({ rest }) => rest);
const packages = ['apps', 'libs'].flatMap((kind) =>
  readdirSync(join(ROOT, kind)).map((name) => `${kind}/${name}`),
);
/** The source file of a path in dist/. */
const sourceOf = (built: string): string => built.replace('/dist/', '/src/').replace(/\.js$/, '.ts');

describe('the Dockerfile', () => {
  it('copies only files that exist', () => {
    const copied = all('COPY')
      .filter((rest) => !rest.startsWith('--from='))
      .flatMap((rest) => rest.split(' ').slice(0, -1));
    expect(copied.length).toBeGreaterThan(10);
    expect(copied.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });

  it('copies the manifest and the build output of every package', () => {
    const manifests = packages.map((path) => `${path}/package.json ${path}/`);
    const outputs = packages.map((path) => `--from=build /florin/${path}/dist ${path}/dist`);
    expect(all('COPY')).toEqual(expect.arrayContaining([...manifests, ...outputs]));
  });

  it('uses the Node version that Florin is tested with', () => {
    const { devDependencies } = JSON.parse(read('package.json')) as { devDependencies: { node: string } };
    const major = devDependencies.node.split('.')[0] ?? '';
    const bases = all('FROM').filter((rest) => rest.includes(':'));
    expect(bases.length).toBeGreaterThan(0);
    for (const base of bases) expect(base).toMatch(new RegExp(`^node:${major}-`));
  });

  it('contains no development packages and no embedded PostgreSQL, and does not run as root', () => {
    expect(all('RUN').join('\n')).toMatch(/npm ci --omit=dev --omit=optional --ignore-scripts/);
    const last = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '));
    expect(last).not.toMatch(/^RUN /m);
    expect(last).toMatch(/^USER node$/m);
    expect(last).toMatch(/^HEALTHCHECK .*\/health\/live/m);
  });

  it('starts an existing program', () => {
    const [command = ''] = all('CMD');
    const main = (JSON.parse(command) as string[]).at(-1) ?? '';
    expect(existsSync(join(ROOT, sourceOf(main)))).toBe(true);
  });

  it('copies only files that .dockerignore includes', () => {
    const ignore = read('.dockerignore').split('\n');
    const roots = all('COPY')
      .filter((rest) => !rest.startsWith('--from='))
      .flatMap((rest) => rest.split(' ').slice(0, -1))
      .map((path) => path.split('/')[0] ?? '');
    expect(ignore).toContain('*');
    expect(roots.filter((path) => !ignore.includes(`!${path}`))).toEqual([]);
  });
});

describe('compose.yaml', () => {
  it('is valid, formatted YAML', async () => {
    const options = await prettier.resolveConfig(join(ROOT, 'compose.yaml'));
    expect(await prettier.check(compose, { ...options, parser: 'yaml' })).toBe(true);
  });

  it('sets only settings that Florin reads', () => {
    const known = [...settingsRead(parseSettings), ...settingsRead(parseWorkerSettings)];
    const services = compose.slice(0, compose.indexOf('\n  database:\n    image'));
    const set = [...services.matchAll(/^ +([A-Z_]+): /gm)].map(([, name = '']) => name);
    expect(set.length).toBeGreaterThan(5);
    expect(set.filter((name) => !known.includes(name))).toEqual([]);
  });

  it('passes on every setting that an operator can set', () => {
    // The image fixes ports and the data folder; the proxy terminates TLS.
    const fixed = ['HOST', 'PORT', 'DATA_DIR', 'TLS_CERT', 'TLS_KEY', 'WORKER_HOST', 'WORKER_PORT'];
    const expected = [...settingsRead(parseSettings), ...settingsRead(parseWorkerSettings)];
    const missing = expected.filter((name) => !fixed.includes(name) && !compose.includes(` ${name}: `));
    expect(missing).toEqual([]);
  });

  it('takes every setting of the API from .env, except those listed in the documentation', () => {
    const [, exceptions = ''] = /^- Every other \[setting\].*?, except ([^:]+):/ms.exec(
      read('docs/operating/containers.md'),
    ) ?? [''];
    const named = [...exceptions.matchAll(/`([A-Z_]+)`/g)].map(([, name = '']) => name);
    const apiSettings = settingsRead(parseSettings).filter((name) => !name.startsWith('WORKER_'));
    expect(named.toSorted()).toEqual(
      apiSettings.filter((name) => !compose.includes(`\${${name}:`)).toSorted(),
    );
  });

  it('reads all settings of .env.example, which has all required ones', () => {
    const used = new Set([...compose.matchAll(/\$\{([A-Z_]+)/g)].map(([, name]) => name));
    const shown = [...read('.env.example').matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name);
    expect(shown.filter((name) => !used.has(name))).toEqual([]);
    const required = [...compose.matchAll(/\$\{([A-Z_]+):\?/g)].map(([, name]) => name);
    expect(required.filter((name) => !shown.includes(name))).toEqual([]);
  });

  it('starts an existing program, and .env is ignored by git', () => {
    const mains = [...compose.matchAll(/apps\/\S+\/dist\/[\w/.]+\.js/g)].map(([path]) => path);
    expect(mains).toEqual(['apps/worker/dist/main.js']);
    expect(mains.filter((path) => !existsSync(join(ROOT, sourceOf(path))))).toEqual([]);
    expect(read('.gitignore').split('\n')).toContain('.env');
  });
});
