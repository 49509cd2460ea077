// A temporary copy of the work tree: its own sources, symbolic links to the installed packages.
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, sep } from 'node:path';

const OWN_PACKAGES = '@florin';

export class TreeCopy {
  /** Copies tracked and untracked files with their uncommitted changes, except ignored ones. */
  constructor(root) {
    this.root = realpathSync(mkdtempSync(join(tmpdir(), 'florin-planted-')));
    const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
      cwd: root,
      encoding: 'utf8',
    });
    for (const path of listed.split('\0').filter(Boolean)) {
      mkdirSync(dirname(join(this.root, path)), { recursive: true });
      // `git ls-files` also lists deleted files whose deletion is not committed.
      cpSync(join(root, path), join(this.root, path), { force: true, errorOnExist: false });
    }
    for (const dist of globSync('{apps,libs}/*/dist', { cwd: root }))
      cpSync(join(root, dist), join(this.root, dist), { recursive: true, preserveTimestamps: true });
    this.#linkPackages(join(root, 'node_modules'), join(this.root, 'node_modules'));
    for (const folder of globSync('{apps,libs}/*/node_modules', { cwd: root }))
      symlinkSync(join(root, folder), join(this.root, folder));
    this.#requireOwnSources();
  }

  /** Returns a function that removes the bug. */
  plant({ file, find, replace }) {
    const path = join(this.root, file);
    const text = readFileSync(path, 'utf8');
    if (text.split(find).length !== 2) throw new Error(`${file} must contain this exactly once: ${find}`);
    writeFileSync(
      path,
      text.replace(find, () => replace),
    );
    return () => writeFileSync(path, text);
  }

  remove() {
    rmSync(this.root, { recursive: true, force: true });
  }

  #linkPackages(from, to) {
    mkdirSync(join(to, OWN_PACKAGES), { recursive: true });
    for (const name of readdirSync(from).filter((entry) => entry !== OWN_PACKAGES)) {
      symlinkSync(join(from, name), join(to, name));
    }
    // npm links workspaces by relative paths, so the same links point into the copy.
    for (const name of readdirSync(join(from, OWN_PACKAGES))) {
      symlinkSync(readlinkSync(join(from, OWN_PACKAGES, name)), join(to, OWN_PACKAGES, name));
    }
  }

  /** With a link out of the copy, tests would run the original sources and no bug would be caught. */
  #requireOwnSources() {
    const packages = join(this.root, 'node_modules', OWN_PACKAGES);
    for (const name of readdirSync(packages)) {
      const real = realpathSync(join(packages, name));
      if (!real.startsWith(this.root + sep))
        throw new Error(`${OWN_PACKAGES}/${name} links to a folder outside of the copy.`);
    }
  }
}
