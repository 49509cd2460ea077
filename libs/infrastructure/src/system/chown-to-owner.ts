import { lchownSync, statSync } from 'node:fs';

export function chownToOwnerOf(folder: string, path: string): void {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(folder);
  // Does not follow a symbolic link, which could lead to any file.
  lchownSync(path, uid, gid);
}
