// Runs in a worker thread, loaded by its address and not through the build: plain JavaScript, the same file everywhere.
import { setPriority } from 'node:os';
import bcrypt from 'bcryptjs';

const NICENESS = 5;

// On Linux this affects only the calling thread, so that requests go before hashes. Elsewhere it would slow the process.
if (process.platform === 'linux') {
  try {
    setPriority(NICENESS);
  } catch {
    // A sandbox may forbid it.
  }
}

export const hash = ({ text, cost }) => bcrypt.hashSync(text, cost);

/** A password that does not match is compared with the padding as well, so that every refusal takes the same time. */
export const compare = ({ text, hash: known, padding }) => {
  const matches = bcrypt.compareSync(text, known);
  if (!matches) for (const other of padding) bcrypt.compareSync(text, other);
  return matches;
};
