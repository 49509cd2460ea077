// Runs in a worker thread, loaded by URL: plain JavaScript, so that it also runs from the sources.
import { setPriority } from 'node:os';
import bcrypt from 'bcryptjs';

const NICENESS = 5;

// On Linux this affects only the calling thread, so that requests have priority over hashes. Elsewhere, the process.
if (process.platform === 'linux') {
  try {
    setPriority(NICENESS);
  } catch {
    // A sandbox may forbid it.
  }
}

export const hash = ({ text, cost }) => bcrypt.hashSync(text, cost);

/** A wrong password is compared with the padding as well, so that every rejection takes the same time. */
export const compare = ({ text, hash: known, padding }) => {
  const matches = bcrypt.compareSync(text, known);
  if (!matches) for (const other of padding) bcrypt.compareSync(text, other);
  return matches;
};
