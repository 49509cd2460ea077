import { describe, expect, it } from '@jest/globals';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as prettier from 'prettier';
import { parseWorkerSettings } from '../../apps/worker/src/settings.js';
import { parseSettings } from '../../apps/api/src/config/settings.js';
import { ROOT } from '../support/source-tree.js';
import { settingsRead } from './settings-read.js';

// No container engine is needed for this: it holds the files against the tree that they speak of.

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
/** What a path in a dist/ was before it was built. */
const sourceOf = (built: string): string => built.replace('/dist/', '/src/').replace(/\.js$/, '.ts');

describe('the Dockerfile', () => {
  it('copies what is there', () => {
    const copied = all('COPY')
      .filter((rest) => !rest.startsWith('--from='))
      .flatMap((rest) => rest.split(' ').slice(0, -1));
    expect(copied.length).toBeGreaterThan(10);
    expect(copied.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });

  it('knows every package: its manifest, and what is built from it', () => {
    const manifests = packages.map((path) => `${path}/package.json ${path}/`);
    const outputs = packages.map((path) => `--from=build /florin/${path}/dist ${path}/dist`);
    expect(all('COPY')).toEqual(expect.arrayContaining([...manifests, ...outputs]));
  });

  it('runs on the Node that Florin is tested with', () => {
    const { devDependencies } = JSON.parse(read('package.json')) as { devDependencies: { node: string } };
    const major = devDependencies.node.split('.')[0] ?? '';
    const bases = all('FROM').filter((rest) => rest.includes(':'));
    expect(bases.length).toBeGreaterThan(0);
    for (const base of bases) expect(base).toMatch(new RegExp(`^node:${major}-`));
  });

  it('leaves development packages and the embedded PostgreSQL behind, and root', () => {
    expect(all('RUN').join('\n')).toMatch(/npm ci --omit=dev --omit=optional --ignore-scripts/);
    const last = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '));
    expect(last).not.toMatch(/^RUN /m);
    expect(last).toMatch(/^USER node$/m);
    expect(last).toMatch(/^HEALTHCHECK .*\/health\/live/m);
  });

  it('starts what can be started', () => {
    const [command = ''] = all('CMD');
    const main = (JSON.parse(command) as string[]).at(-1) ?? '';
    expect(existsSync(join(ROOT, sourceOf(main)))).toBe(true);
  });

  it('sends everything that it copies to the builder', () => {
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
  it('is YAML, laid out as all files are', async () => {
    const options = await prettier.resolveConfig(join(ROOT, 'compose.yaml'));
    expect(await prettier.check(compose, { ...options, parser: 'yaml' })).toBe(true);
  });

  it('sets what Florin reads and nothing else', () => {
    const known = [...settingsRead(parseSettings), ...settingsRead(parseWorkerSettings)];
    const florins = compose.slice(0, compose.indexOf('\n  database:\n    image'));
    const set = [...florins.matchAll(/^ +([A-Z_]+): /gm)].map(([, name = '']) => name);
    expect(set.length).toBeGreaterThan(5);
    expect(set.filter((name) => !known.includes(name))).toEqual([]);
  });

  it('hands on every setting that an operator could want to set', () => {
    // Where it listens and keeps things is the image's own affair, and TLS that of the proxy before it.
    const fixed = ['HOST', 'PORT', 'DATA_DIR', 'TLS_CERT', 'TLS_KEY', 'WORKER_HOST', 'WORKER_PORT'];
    const wanted = [...settingsRead(parseSettings), ...settingsRead(parseWorkerSettings)];
    const missing = wanted.filter((name) => !fixed.includes(name) && !compose.includes(` ${name}: `));
    expect(missing).toEqual([]);
  });

  it('takes every setting of the API from .env but those that the page names', () => {
    const [, exceptions = ''] = /^- Every other \[setting\].*?, except ([^:]+):/ms.exec(
      read('docs/operating/containers.md'),
    ) ?? [''];
    const named = [...exceptions.matchAll(/`([A-Z_]+)`/g)].map(([, name = '']) => name);
    const ofTheApi = settingsRead(parseSettings).filter((name) => !name.startsWith('WORKER_'));
    expect(named.toSorted()).toEqual(ofTheApi.filter((name) => !compose.includes(`\${${name}:`)).toSorted());
  });

  it('takes from .env what .env.example shows, and the example shows nothing else', () => {
    const taken = new Set([...compose.matchAll(/\$\{([A-Z_]+)/g)].map(([, name]) => name));
    const shown = [...read('.env.example').matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name);
    expect(shown.filter((name) => !taken.has(name))).toEqual([]);
    const required = [...compose.matchAll(/\$\{([A-Z_]+):\?/g)].map(([, name]) => name);
    expect(required.filter((name) => !shown.includes(name))).toEqual([]);
  });

  it('starts what can be started, and keeps .env from git', () => {
    const mains = [...compose.matchAll(/apps\/\S+\/dist\/[\w/.]+\.js/g)].map(([path]) => path);
    expect(mains).toEqual(['apps/worker/dist/main.js']);
    expect(mains.filter((path) => !existsSync(join(ROOT, sourceOf(path))))).toEqual([]);
    expect(read('.gitignore').split('\n')).toContain('.env');
  });
});
