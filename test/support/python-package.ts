import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const IS_NEW_ENOUGH = 'import sys; sys.exit(sys.version_info < (3, 11))';
const INSTALL_TIMEOUT_MS = 300_000;

/** Installs a package from PyPI into a virtual environment in the folder. Returns what is missing. */
export function installPythonPackage(folder: string, requirement: string): string | undefined {
  if (!succeeds('python3', '-c', IS_NEW_ENOUGH)) return 'Python 3.11 or newer as python3';
  if (!succeeds('python3', '-m', 'venv', folder)) return 'the Python module venv';
  const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', requirement];
  return succeeds(join(folder, 'bin', 'python'), ...pip) ? undefined : `${requirement} from PyPI`;
}

export const succeeds = (command: string, ...parameters: readonly string[]): boolean =>
  spawnSync(command, parameters, { stdio: 'ignore', timeout: INSTALL_TIMEOUT_MS }).status === 0;
