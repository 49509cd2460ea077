import { lchownSync, statSync } from 'node:fs';

export function chownToOwnerOf(folder: string, path: string): void {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(folder);
  // lchown does not follow a symbolic link, which could point to any file.
  lchownSync(path, uid, gid);
}
