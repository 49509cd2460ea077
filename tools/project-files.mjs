// Lists the files of the project without git, so that it also works in a source archive.
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from './command-line.mjs';

/** The paths of all files that .gitignore does not exclude, from the root of the workspace, with forward slashes. */
export function projectPaths() {
  const ignored = new Set(
    readFileSync(join(root, '.gitignore'), 'utf8')
      .split('\n')
      .map((line) => line.trim().replace(/\/$/, '')),
  );
  const isIgnored = (name) =>
    name === '.git' || ignored.has(name) || ignored.has(name.replace(/^.*(?=\.)/, '*'));
  return filesBelow(root, isIgnored).map((path) => relative(root, path).replaceAll('\\', '/'));
}

function filesBelow(folder, isIgnored) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (isIgnored(entry.name)) return [];
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return filesBelow(path, isIgnored);
    return entry.isFile() ? [path] : [];
  });
}
