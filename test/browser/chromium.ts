import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const USUAL_PATHS = [
  // Needs half of the CPU time of the others: it has no windows.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** The path of Chromium: CHROMIUM, or a usual path. */
export function findChromium(): string | undefined {
  const named = process.env['CHROMIUM'];
  return [...(named === undefined ? [] : [named]), ...USUAL_PATHS].find((path) => existsSync(path));
}

/**
 * Finds Chromium, or installs Debian's package if this is root and there is apt. Otherwise prints what is missing and
 * returns undefined.
 */
export function provideChromium(print: (line: string) => void): string | undefined {
  const found = findChromium();
  if (found !== undefined) return found;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    print('installing chromium for the browser tests …');
    const install = (name: string): boolean => apt('install', '--yes', '--no-install-recommends', name);
    if (apt('update') && (install('chromium-headless-shell') || install('chromium'))) return findChromium();
  }
  print(
    'the browser tests need Chromium: install it (apt-get install chromium), or set CHROMIUM=/path/to/it',
  );
  return undefined;
}

/** One at a time: apt fails while another worker of Jest uses it. */
const apt = (...args: readonly string[]): boolean =>
  spawnSync('flock', [join(tmpdir(), 'florin-apt.lock'), 'apt-get', '-qq', ...args], {
    stdio: 'ignore',
    timeout: 300_000,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  }).status === 0;

/** Disables requests to other hosts, which fail on an offline machine. */
export const CHROMIUM_FLAGS: readonly string[] = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
];
