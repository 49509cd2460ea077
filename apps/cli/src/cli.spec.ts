import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { messageOf } from './errors.js';
import { createProgram } from './program.js';
import { ALL_CODES } from './testing/damages/damages.js';
import { florin, testTerminal } from './testing/florin.js';

const commandsOf = () => createProgram(testTerminal().terminal, () => undefined).commands;
const commands = commandsOf();
const LISTEN = ['webhooks', 'listen', '--account', 'a@b.example', '--forward-to', 'http://localhost:4000/'];
const optionsOf = (command: (typeof commands)[number]) => command.createHelp().visibleOptions(command);

describe('florin', () => {
  it('prints help to standard error and exits with 2 without arguments', async () => {
    const { code, out, err } = await florin([]);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    for (const command of commands) expect(err).toContain(`\n  ${command.name()}`);
    expect(await florin(['--help'])).toEqual({ code: 0, out: err, err: '' });
  });

  it.each(['--version', '-V'])('prints its version: %s', async (flag) => {
    const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
    const { version } = JSON.parse(manifest) as { version: string };
    expect(await florin([flag])).toEqual({ code: 0, out: `florin ${version}\n`, err: '' });
  });

  it.each(commands.map((command) => [command.name(), command] as const))(
    'prints help for %s with all options and examples, in 80 columns',
    async (name, command) => {
      const { code, out } = await florin(['help', name]);
      expect(code).toBe(0);
      for (const option of optionsOf(command)) expect(out).toContain(`  ${option.flags}`);
      expect(out).toMatch(/\nExamples:\n {2}# .*\n {2}\S*.*florin /);
      expect(out.split('\n').filter((line) => line.length > 80)).toEqual([]);
      for (const flag of ['--help', '-h']) expect((await florin([name, flag])).out).toBe(out);
    },
  );

  it('wraps help at the width of the terminal', async () => {
    const { out } = await florin(['help', 'export'], { columns: 60 });
    const [prose = ''] = out.split('\nExamples:');
    expect(Math.max(...prose.split('\n').map((line) => line.length))).toBeLessThanOrEqual(60);
  });

  it('accepts the command lines of all examples', async () => {
    const help = await Promise.all(
      commands.map(async (command) => (await florin(['help', command.name()])).out),
    );
    const lines = help.flatMap((text) => [...text.matchAll(/^ {2}(?!#).*?\bflorin (.+?)(?= \||\)$| >|$)/gm)]);
    expect(lines.length).toBeGreaterThanOrEqual(commands.length);
    for (const [, line = ''] of lines) {
      const [name = '', ...rest] = (line.match(/"[^"]*"|\S+/g) ?? []).map((word) => word.replaceAll('"', ''));
      // A new one each time: an option must not be repeated.
      const command = commandsOf().find((known) => known.name() === name);
      expect([line, command?.parseOptions(rest).unknown]).toEqual([line, []]);
    }
  });

  it.each([
    [['verfy'], 'Did you mean verify?'],
    [['frobnicate'], "unknown command 'frobnicate'"],
    [['--json', 'verify'], "unknown option '--json'"],
    [['help', 'unknown'], 'Allowed choices are migrate,'],
    [['completion', 'fish'], 'Allowed choices are bash, zsh'],
    [['export'], "missing required argument 'account'"],
    [['export', 'a@b.example', 'again'], 'too many arguments'],
    [['export', 'a@b.example', '--fromat', 'csv'], 'Did you mean --format?'],
    [['export', 'a@b.example', '--nonsense'], "unknown option '--nonsense'"],
    [['export', 'a@b.example', '--format'], "'--format <format>' argument missing"],
    [['export', 'a@b.example', '--format', 'xml'], 'Allowed choices are csv, jsonl'],
    [['export', 'a@b.example', '--output', '--force'], "'--output <file>' argument missing"],
    [['export', 'a@b.example', '--output='], "'--output <file>' argument missing"],
    [['export', 'a@b.example', '--settled=yes'], '--settled=yes'],
    [['export', 'a@b.example', '--from', '2026-01-01', '--from', '2026-01-02'], 'must not be repeated'],
    [['export', 'a@b.example', '--settled', '--settled'], 'must not be repeated'],
    [['export', '--force@b.example'], 'if it is not an option, put -- before it'],
    [['find', '-7/2026'], 'if it is not an option, put -- before it'],
    [['demo', '--months', 'many'], 'a whole number from 1 to 36'],
    [['demo', '--months', '37'], 'a whole number from 1 to 36'],
    [['demo', '--months', '0x10'], 'a whole number from 1 to 36'],
    [['demo', '--months=-1'], 'a whole number from 1 to 36'],
    [['verify', '--database-url', 'mysql://unknown'], '--database-url'],
    [['verify', '--database-url', 'postgres://h/d', '--data-dir', 'x'], 'choose one'],
    [['export', 'unknown'], '<account> must be'],
    [['export', 'a@b.example', '--json'], '--output'],
    [['export', 'a@b.example', '--from', '2026-02-02', '--to', '2026-02-01'], '--from'],
    [['export', 'a@b.example', '--from', '2026-02-30'], '--from must be a date'],
    [['export', 'a@b.example', '--to', '2026-01-01T00:00:00'], '--to must be a date'],
    [['balance', 'unknown'], '<account> must be'],
    [['events', 'unknown'], '<account> must be'],
    [['events', 'a@b.example', '--type', 'transaction.lost'], 'transaction.failed'],
    [['webhooks', ...LISTEN.slice(2)], "missing required argument 'action'"],
    [['webhooks', 'send', ...LISTEN.slice(2)], 'Allowed choices are listen'],
    [LISTEN.slice(0, 4), "required option '--forward-to <url>' not specified"],
    [[...LISTEN, '--events', 'transaction.lost'], 'transaction.failed'],
    [['webhooks', 'listen', '--account', 'unknown', ...LISTEN.slice(4)], '--account must be'],
    [[...LISTEN.slice(0, 5), 'ftp://localhost/'], '--forward-to must be'],
    [[...LISTEN.slice(0, 5), 'localhost:4000'], '--forward-to must be'],
    [['settle', 'pay_1'], '<transaction> must be'],
    [['settle', 'txn_00000000000000000000000000', '--reason', 'late'], '--reason needs --failed'],
    [['create-admin', 'unknown'], 'email'],
    [['create-admin', 'a@b.example', '--password-stdin', '--generate-password'], 'exclude each other'],
  ])('rejects %j with one line and exit code 2, before it opens a database', async (line, message) => {
    const { code, out, err } = await florin(line);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toMatch(/^florin: [^\n]+\n$/);
    expect(err).toContain(message);
  });

  it('names an invalid setting and exits with 1', async () => {
    const { code, err } = await florin(['verify'], { environment: { DATABASE_URL: 'mysql://unknown' } });
    expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining('DATABASE_URL must look like') });
  });

  it('prints any error in one line', () => {
    expect(messageOf(new Error('first\n  second'))).toBe('unexpected error: first second');
    expect(messageOf(Object.assign(new Error('x'), { code: 'unavailable' }))).toContain('unavailable');
    expect(messageOf('just text')).toBe('just text');
  });
});

describe('docs/operating/cli.md', () => {
  const page = readFileSync(new URL('../../../docs/operating/cli.md', import.meta.url), 'utf8');

  it('documents exactly the codes of florin verify', () => {
    const documented = [...page.matchAll(/^\| `(\w+)` /gm)].map(([, code]) => code);
    expect(documented.toSorted()).toEqual(ALL_CODES.toSorted());
  });

  it('has a section for every command that uses a database', () => {
    const databaseCommands = commands.filter(({ options }) =>
      options.some(({ long }) => long === '--database-url'),
    );
    expect(databaseCommands.length).toBeGreaterThan(7);
    for (const command of databaseCommands) expect(page).toContain(`\n## ${command.name()}\n`);
  });
});
