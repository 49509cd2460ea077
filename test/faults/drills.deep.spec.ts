import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import { ROOT } from '../support/source-tree.js';

jest.setTimeout(600_000);

interface Ran {
  readonly code: number;
  readonly lines: string[];
  readonly words: string;
}

interface Verdict {
  readonly drill: string;
  readonly problems: string[];
  readonly faults: number;
  readonly acknowledged: number;
  readonly lost: number;
  readonly twice: number;
}

function drill(...args: string[]): Promise<Ran> {
  return new Promise((resolve) => {
    const command = [join(ROOT, 'tools/drill.mjs'), ...args];
    // The drill is a program of its own: what Jest needs of Node is not its business.
    const env = { ...process.env, NODE_OPTIONS: '' };
    execFile(process.execPath, command, { env, maxBuffer: 2 ** 26 }, (error, stdout, stderr) => {
      const lines = stdout.split('\n').filter((line) => line !== '');
      resolve({ code: error === null ? 0 : Number(error.code), lines, words: stderr });
    });
  });
}

const drillsIn = ({ lines }: Ran): string[] => {
  const first = lines.indexOf('Drills:') + 1;
  return lines.slice(first, lines.indexOf('Options:')).map((line) => line.trim().split(' ')[0] ?? '');
};

describe('npm run drill', () => {
  let names: string[];
  beforeAll(async () => {
    // A failover needs servers of its own, and moved-address.deep.spec.ts shows one.
    names = drillsIn(await drill('--help')).filter((name) => name !== 'failover');
  });

  it('finds nothing lost and nothing done twice, whatever is broken', async () => {
    // A second for each, and much patience: this run is about what is true afterwards, not about how fast it is.
    const short = ['--seconds', '1', '--every', '1', '--clients', '12', '--seed', '8', '--patience', '8'];
    const { code, lines, words } = await drill(...names, ...short);
    const verdicts = lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line) as Verdict);
    const told = lines.filter((line) => !line.startsWith('{'));
    const problems = verdicts.flatMap(({ drill: name, problems: found }) =>
      found.map((one) => `${name}: ${one}`),
    );
    expect(problems).toEqual([]);
    expect({ code, words: code === 0 ? '' : words }).toEqual({ code: 0, words: '' });
    expect(verdicts.map(({ drill: name }) => name)).toEqual(names);
    expect(names.length).toBeGreaterThanOrEqual(17);
    expect(told).toEqual(names.map((name) => expect.stringMatching(new RegExp(`^ok +${name}: `))));
    for (const verdict of verdicts) {
      expect(verdict).toMatchObject({ lost: 0, twice: 0 });
      expect(verdict.faults).toBeGreaterThan(0);
      expect(verdict.acknowledged).toBeGreaterThan(0);
    }
  });

  it('says what is wrong with what it was asked', async () => {
    expect(await drill('flood')).toMatchObject({ code: 1, words: expect.stringContaining('no drill flood') });
    expect(await drill('--clients', '0')).toMatchObject({
      code: 1,
      words: expect.stringContaining('--clients must be from 1'),
    });
  });
});
