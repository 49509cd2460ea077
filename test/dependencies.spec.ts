import { describe, expect, it } from '@jest/globals';
import { projectFiles } from './support/source-tree.js';

interface Manifest {
  readonly name?: string;
  readonly private?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

interface Locked {
  readonly link?: boolean;
  readonly integrity?: string;
  readonly resolved?: string;
}

const files = projectFiles();
const textOf = (path: string): string => files.find((file) => file.path === path)?.text ?? '';
const manifests = files
  .filter(({ path }) => /^(package\.json|(apps|libs)\/[^/]+\/package\.json)$/.test(path))
  .map(({ path, text }) => ({ path, manifest: JSON.parse(text) as Manifest }));
const asked = manifests.flatMap(({ path, manifest }) =>
  [manifest.dependencies, manifest.devDependencies, manifest.optionalDependencies].flatMap((group) =>
    Object.entries(group ?? {}).map(([name, version]) => ({ path, name, version })),
  ),
);
const foreign = asked.filter(({ name }) => !name.startsWith('@florin/'));
const { packages } = JSON.parse(textOf('package-lock.json')) as { packages: Record<string, Locked> };
const locked = Object.entries(packages).filter(([path]) => path.includes('node_modules/'));

describe('a package of somebody else', () => {
  it('is found at all', () => {
    expect(manifests.length).toBeGreaterThan(8);
    expect(foreign.length).toBeGreaterThan(30);
    expect(locked.length).toBeGreaterThan(500);
  });

  it('is asked for in one version and no range', () => {
    expect(foreign.filter(({ version }) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([]);
  });

  it('has a line on the page that says why it is there, and no line stands for none', () => {
    const rows = [...textOf('docs/dependencies.md').matchAll(/^\| (`.*?) \|/gm)];
    const told = rows.flatMap(([, cell = '']) =>
      [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name),
    );
    const patterns = told.map((name) => new RegExp(`^${name.replace('*', '.*')}$`));
    const names = new Set(foreign.map(({ name }) => name));
    expect([...names].filter((name) => !patterns.some((pattern) => pattern.test(name)))).toEqual([]);
    expect(told.filter((_, index) => ![...names].some((name) => patterns[index]!.test(name)))).toEqual([]);
  });

  it('is held to its digest, and never comes from an address of its own', () => {
    const loose = locked.filter(
      ([, { link, integrity, resolved }]) =>
        link !== true && (!/^sha512-/.test(integrity ?? '') || resolved !== undefined),
    );
    expect(loose.map(([path]) => path)).toEqual([]);
  });
});

describe('a package of ours', () => {
  it('is the one in this folder, whatever a registry has under its name', () => {
    const ours = manifests.flatMap(({ manifest }) => (manifest.name?.startsWith('@florin/') ? manifest : []));
    expect(ours.length).toBeGreaterThan(8);
    for (const { name } of ours) expect(packages[`node_modules/${name}`]).toMatchObject({ link: true });
    expect(ours.filter((manifest) => manifest.private !== true).map(({ name }) => name)).toEqual([
      '@florin/client',
    ]);
  });
});
