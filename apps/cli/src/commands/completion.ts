import type { Run } from '../command.js';
import { bashCompletion } from '../completion/bash.js';
import { zshCompletion } from '../completion/zsh.js';
import { EXIT } from '../errors.js';

export const run: Run = ({ arguments: [shell], terminal }) => {
  terminal.stdout.write(shell === 'zsh' ? zshCompletion() : bashCompletion());
  return Promise.resolve(EXIT.ok);
};
