import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const USUAL_PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** Where a browser for the tests is: the one that CHROMIUM names, or one in a usual place. */
export function findChromium(): string | undefined {
  const named = process.env['CHROMIUM'];
  return [...(named === undefined ? [] : [named]), ...USUAL_PLACES].find((path) => existsSync(path));
}

/**
 * Finds a browser, or installs Debian's where that is allowed: by root, with apt. Otherwise it says in one line what
 * is missing, and answers nothing.
 */
export function provideChromium(say: (line: string) => void): string | undefined {
  const found = findChromium();
  if (found !== undefined) return found;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    say('installing chromium for the browser tests …');
    if (apt('update') && apt('install', '--yes', '--no-install-recommends', 'chromium'))
      return findChromium();
  }
  say(
    'the browser tests need Chromium: install it (apt-get install chromium), or name one with CHROMIUM=/path/to/it',
  );
  return undefined;
}

const apt = (...args: readonly string[]): boolean =>
  spawnSync('apt-get', ['-qq', ...args], {
    stdio: 'ignore',
    timeout: 300_000,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  }).status === 0;

/** It asks nobody but the page it is sent to, which matters where no other host can be reached. */
export const CHROMIUM_FLAGS: readonly string[] = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
];
