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
const declared = manifests.flatMap(({ path, manifest }) =>
  [manifest.dependencies, manifest.devDependencies, manifest.optionalDependencies].flatMap((group) =>
    Object.entries(group ?? {}).map(([name, version]) => ({ path, name, version })),
  ),
);
const external = declared.filter(({ name }) => !name.startsWith('@florin/'));
const { packages } = JSON.parse(textOf('package-lock.json')) as { packages: Record<string, Locked> };
const locked = Object.entries(packages).filter(([path]) => path.includes('node_modules/'));

describe('an external package', () => {
  it('is found', () => {
    expect(manifests.length).toBeGreaterThan(8);
    expect(external.length).toBeGreaterThan(30);
    expect(locked.length).toBeGreaterThan(500);
  });

  it('has an exact version, not a range', () => {
    expect(
      external.filter(({ version }) => !/^(npm:[\w@/-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version)),
    ).toEqual([]);
  });

  it('has a line in docs/dependencies.md, which has no other lines', () => {
    const rows = [...textOf('docs/dependencies.md').matchAll(/^\| (`.*?) \|/gm)];
    const documented = rows.flatMap(([, cell = '']) =>
      [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name),
    );
    const patterns = documented.map((name) => new RegExp(`^${name.replace('*', '.*')}$`));
    const names = new Set(external.map(({ name }) => name));
    expect([...names].filter((name) => !patterns.some((pattern) => pattern.test(name)))).toEqual([]);
    expect(documented.filter((_, index) => ![...names].some((name) => patterns[index]!.test(name)))).toEqual(
      [],
    );
  });

  it('has a sha512 digest in package-lock.json and no registry URL', () => {
    const unpinned = locked.filter(
      ([, { link, integrity, resolved }]) =>
        link !== true && (!/^sha512-/.test(integrity ?? '') || resolved !== undefined),
    );
    expect(unpinned.map(([path]) => path)).toEqual([]);
  });
});

describe('a package of this workspace', () => {
  it('is linked to its folder, not installed from a registry', () => {
    const own = manifests.flatMap(({ manifest }) => (manifest.name?.startsWith('@florin/') ? manifest : []));
    expect(own.length).toBeGreaterThan(8);
    for (const { name } of own) expect(packages[`node_modules/${name}`]).toMatchObject({ link: true });
    expect(own.filter((manifest) => manifest.private !== true).map(({ name }) => name)).toEqual([
      '@florin/client',
    ]);
  });
});
