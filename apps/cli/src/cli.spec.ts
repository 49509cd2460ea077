import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { COMMANDS } from './commands.js';
import { wordsFor } from './errors.js';
import { ALL_CODES } from './testing/damages/damages.js';
import { florin } from './testing/florin.js';

describe('florin', () => {
  it('teaches whoever knows nothing, and calls that a usage error', async () => {
    const { code, out, err } = await florin([]);
    expect(code).toBe(2);
    expect(out).toBe('');
    for (const { name } of COMMANDS) expect(err).toContain(name);
  });

  it('says its version', async () => {
    const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
      version: string;
    };
    expect(await florin(['--version'])).toEqual({ code: 0, out: `florin ${version}\n`, err: '' });
  });

  it.each(COMMANDS.map((command) => [command.name, command] as const))(
    'explains %s with examples',
    async (name, command) => {
      const { code, out } = await florin(['help', name]);
      expect(code).toBe(0);
      for (const option of Object.keys(command.options)) expect(out).toContain(`--${option}`);
      for (const { line } of command.examples) expect(out).toContain(line);
      expect((await florin([name, '--help'])).out).toBe(out);
    },
  );

  it.each([[['verfy']], [['--json', 'verify']], [['help', 'nothing']], [['demo', '--months', 'many']]])(
    'answers %j with one line and exit code 2',
    async (line) => {
      const { code, out, err } = await florin(line);
      expect(code).toBe(2);
      expect(out).toBe('');
      expect(err).toMatch(/^florin: [^\n]+\n$/);
    },
  );

  it.each([
    [['verify', '--database-url', 'mysql://nowhere'], {}, 2, '--database-url'],
    [['verify', '--database-url', 'postgres://h/d', '--data-dir', 'x'], {}, 2, 'choose one'],
    [['verify'], { DATABASE_URL: 'mysql://nowhere' }, 1, 'DATABASE_URL must look like'],
    [['export', 'nobody'], {}, 2, '<account>'],
    [['export', 'a@b.example', '--json'], {}, 2, '--output'],
    [['export', 'a@b.example', '--from', '2026-02-02', '--to', '2026-02-01'], {}, 2, '--from'],
    [['create-admin', 'nobody'], {}, 2, 'email'],
    [['create-admin', 'a@b.example', '--password-stdin', '--generate-password'], {}, 2, 'contradict'],
  ])('refuses %j before it looks for a database', async (line, environment, exit, words) => {
    const { code, err } = await florin(line, { environment });
    expect({ code, err }).toEqual({ code: exit, err: expect.stringContaining(words) });
  });

  it('tells any error in one line', () => {
    expect(wordsFor(new Error('first\n  second'))).toBe('unexpected error: first second');
    expect(wordsFor(Object.assign(new Error('x'), { code: 'unavailable' }))).toContain('database went away');
    expect(wordsFor('just text')).toBe('just text');
  });
});

describe('docs/operating/cli.md', () => {
  const page = readFileSync(new URL('../../../docs/operating/cli.md', import.meta.url), 'utf8');

  it('explains every kind of damage that verify can name, and no other', () => {
    const explained = [...page.matchAll(/^\| `(\w+)` /gm)].map(([, code]) => code);
    expect(explained.toSorted()).toEqual(ALL_CODES.toSorted());
  });

  it('has a place for every command that works on a database', () => {
    const working = COMMANDS.filter(({ options }) => 'database-url' in options);
    expect(working.length).toBeGreaterThan(4);
    for (const { name } of working) expect(page).toContain(`\n## ${name}\n`);
  });
});
