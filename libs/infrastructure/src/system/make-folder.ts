import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** `mkdir -p`. Node's recursive mkdir loops endlessly below /proc. */
export function makeFolder(path: string, mode?: number): void {
  try {
    mkdirSync(path, mode);
  } catch (error) {
    if (isFolder(path)) return;
    const parent = dirname(path);
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || isFolder(parent)) throw error;
    makeFolder(parent, mode);
    makeFolder(path, mode);
  }
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
