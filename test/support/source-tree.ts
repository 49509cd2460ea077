import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { projectPaths } from '../../tools/project-files.mjs';

export const ROOT = join(import.meta.dirname, '../..');

export interface SourceFile {
  /** From the root of the workspace, with forward slashes. */
  readonly path: string;
  readonly text: string;
}

/** The text files of the project that .gitignore does not exclude. */
export function projectFiles(): SourceFile[] {
  return projectPaths()
    .map((path) => ({ path, bytes: readFileSync(join(ROOT, path)) }))
    .filter(({ bytes }) => !bytes.subarray(0, 8_000).includes(0))
    .map(({ path, bytes }) => ({ path, text: bytes.toString('utf8') }));
}

export interface Import {
  readonly from: SourceFile;
  readonly specifier: string;
  /** False for a file that runs as its own process or worker (`new URL`). */
  readonly isImported: boolean;
  /** The path of a relative import from the root. */
  readonly target: string | undefined;
}

const SPECIFIERS = /(\bfrom\s*|\bimport\s*\(\s*|\bimport\s+|\bnew URL\(\s*)['"]([^'"]+)['"]/g;

export function importsOf(file: SourceFile): Import[] {
  return [...file.text.matchAll(SPECIFIERS)].map(([, how = '', specifier = '']) => ({
    from: file,
    specifier,
    isImported: !how.startsWith('new'),
    target: specifier.startsWith('.')
      ? join(dirname(file.path), specifier).replaceAll('\\', '/').replace(/\.js$/, '.ts')
      : undefined,
  }));
}
