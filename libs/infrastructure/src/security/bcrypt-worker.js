// Runs in a worker thread, loaded by its address and not through the build: plain JavaScript, the same file everywhere.
import bcrypt from 'bcryptjs';

export const hash = ({ text, cost }) => bcrypt.hashSync(text, cost);

export const compare = ({ text, hash: known }) => bcrypt.compareSync(text, known);
