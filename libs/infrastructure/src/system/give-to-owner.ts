import { lchownSync, statSync } from 'node:fs';

/** What root writes into somebody's folder is for that somebody, who could not read it otherwise. */
export function giveToOwnerOf(folder: string, path: string): void {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(folder);
  // A link that the owner put there is given as the link that it is: what it leads to may be anybody's.
  lchownSync(path, uid, gid);
}
