// A copy of the tree in which anything may be broken: the sources are its own, the packages of others are borrowed.
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
  /** Copies what git knows or would take, as it stands now. */
  constructor(root) {
    this.root = realpathSync(mkdtempSync(join(tmpdir(), 'florin-planted-')));
    const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
      cwd: root,
      encoding: 'utf8',
    });
    for (const path of listed.split('\0').filter(Boolean)) {
      mkdirSync(dirname(join(this.root, path)), { recursive: true });
      // A file that was deleted and not committed yet is listed too.
      cpSync(join(root, path), join(this.root, path), { force: true, errorOnExist: false });
    }
    for (const dist of globSync('{apps,libs}/*/dist', { cwd: root }))
      cpSync(join(root, dist), join(this.root, dist), { recursive: true, preserveTimestamps: true });
    this.#borrowPackages(join(root, 'node_modules'), join(this.root, 'node_modules'));
    for (const folder of globSync('{apps,libs}/*/node_modules', { cwd: root }))
      symlinkSync(join(root, folder), join(this.root, folder));
    this.#requireOwnSources();
  }

  /** Puts the bug in and answers how to take it out again. */
  plant({ file, find, replace }) {
    const path = join(this.root, file);
    const text = readFileSync(path, 'utf8');
    if (text.split(find).length !== 2) throw new Error(`${file} does not say it once: ${find}`);
    writeFileSync(
      path,
      text.replace(find, () => replace),
    );
    return () => writeFileSync(path, text);
  }

  remove() {
    rmSync(this.root, { recursive: true, force: true });
  }

  #borrowPackages(from, to) {
    mkdirSync(join(to, OWN_PACKAGES), { recursive: true });
    for (const name of readdirSync(from).filter((entry) => entry !== OWN_PACKAGES)) {
      symlinkSync(join(from, name), join(to, name));
    }
    // Npm's links to the workspaces are relative, so the same links lead into the copy here.
    for (const name of readdirSync(join(from, OWN_PACKAGES))) {
      symlinkSync(readlinkSync(join(from, OWN_PACKAGES, name)), join(to, OWN_PACKAGES, name));
    }
  }

  /** A link that led out of the copy would have the tests look at the wrong sources, and every bug survive. */
  #requireOwnSources() {
    const packages = join(this.root, 'node_modules', OWN_PACKAGES);
    for (const name of readdirSync(packages)) {
      const real = realpathSync(join(packages, name));
      if (!real.startsWith(this.root + sep))
        throw new Error(`${OWN_PACKAGES}/${name} leads out of the copy.`);
    }
  }
}
