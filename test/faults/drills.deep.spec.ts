import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import { ROOT } from '../support/source-tree.js';

jest.setTimeout(600_000);

interface DrillRun {
  readonly code: number;
  readonly lines: string[];
  readonly stderr: string;
}

interface Verdict {
  readonly drill: string;
  readonly problems: string[];
  readonly faults: number;
  readonly acknowledged: number;
  readonly lost: number;
  readonly twice: number;
  readonly webhooks?: { readonly events: number; readonly missing: number };
}

function drill(...args: string[]): Promise<DrillRun> {
  return new Promise((resolve) => {
    const command = [join(ROOT, 'tools/drill.mjs'), ...args];
    // Without Jest's options for Node.
    const env = { ...process.env, NODE_OPTIONS: '' };
    execFile(process.execPath, command, { env, maxBuffer: 2 ** 26 }, (error, stdout, stderr) => {
      const lines = stdout.split('\n').filter((line) => line !== '');
      resolve({ code: error === null ? 0 : Number(error.code), lines, stderr });
    });
  });
}

const drillsIn = ({ lines }: DrillRun): string[] => {
  const first = lines.indexOf('Drills:') + 1;
  return lines.slice(first, lines.indexOf('Options:')).map((line) => line.trim().split(' ')[0] ?? '');
};

describe('npm run drill', () => {
  let names: string[];
  beforeAll(async () => {
    // A failover needs its own servers, and `citus` needs a cluster.
    names = drillsIn(await drill('--help')).filter((name) => !['failover', 'citus'].includes(name));
  });

  it('finds no lost and no duplicate transaction in any drill', async () => {
    // One second each, with long timeouts: checks consistency, not speed.
    const options = ['--seconds', '1', '--every', '1', '--clients', '12', '--seed', '8', '--patience', '8'];
    const { code, lines, stderr } = await drill(...names, ...options);
    const verdicts = lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line) as Verdict);
    const summaries = lines.filter((line) => !line.startsWith('{'));
    const problems = verdicts.flatMap(({ drill: name, problems: found }) =>
      found.map((problem) => `${name}: ${problem}`),
    );
    expect(problems).toEqual([]);
    expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' });
    expect(verdicts.map(({ drill: name }) => name)).toEqual(names);
    expect(names.length).toBeGreaterThanOrEqual(18);
    expect(summaries).toEqual(names.map((name) => expect.stringMatching(new RegExp(`^ok +${name}: `))));
    for (const verdict of verdicts) {
      expect(verdict).toMatchObject({ lost: 0, twice: 0 });
      expect(verdict.faults).toBeGreaterThan(0);
      expect(verdict.acknowledged).toBeGreaterThan(0);
    }
    const { events = 0, missing } = verdicts.find(({ drill: name }) => name === 'webhooks')?.webhooks ?? {};
    expect(missing).toBe(0);
    expect(events).toBeGreaterThan(50);
  });

  it('reports invalid arguments', async () => {
    expect(await drill('flood')).toMatchObject({ code: 1, stderr: expect.stringMatching(/drill:? flood/) });
    expect(await drill('--clients', '0')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('--clients must be from 1'),
    });
  });
});
