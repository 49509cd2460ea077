import type { Run } from '../command.js';
import { EXIT } from '../errors.js';
import { helpFor, overview } from '../help.js';
import { commandNamed } from '../commands.js';
import { painterFor } from '../terminal.js';

export const run: Run = ({ arguments: [name], terminal }) => {
  const paint = painterFor(terminal.stdout, terminal.environment);
  terminal.stdout.write(name === undefined ? overview(paint) : helpFor(commandNamed(name), paint));
  return Promise.resolve(EXIT.ok);
};
