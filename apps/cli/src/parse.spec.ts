import { describe, expect, it } from '@jest/globals';
import { COMMANDS, commandNamed } from './commands.js';
import { UsageError } from './errors.js';
import { parseInvocation } from './parse.js';

const parse = (line: string) => {
  const [name = '', ...rest] = line.split(' ');
  return parseInvocation(commandNamed(name), rest);
};

describe('a command line', () => {
  it('is read into arguments and options, wherever they stand', () => {
    const { arguments: positionals, options } = parse(
      'export --format jsonl a@b.example --settled --to=2026-01-31',
    );
    expect(positionals).toEqual(['a@b.example']);
    expect(options.text('format')).toBe('jsonl');
    expect(options.flag('settled')).toBe(true);
    expect(options.flag('force')).toBe(false);
    expect(options.instant('to', 'end')).toEqual(new Date('2026-01-31T23:59:59.999Z'));
  });

  it.each([
    ['export', '<account>'],
    ['export a@b.example again', '"again"'],
    ['export a@b.example --fromat csv', 'did you mean --format?'],
    ['export a@b.example --nonsense', 'florin help export'],
    ['export --force@b.example', 'has no option --force@b.example; if it is none, put -- before it'],
    ['find -7/2026', 'has no option -7/2026; if it is none, put -- before it'],
    ['export a@b.example --format', '--format needs a value'],
    ['export a@b.example --settled=yes', '--settled takes no value'],
    ['export a@b.example --from 2026-01-01 --from 2026-01-02', '--from was given twice'],
    ['completion fish', 'bash or zsh'],
    ['verify now', '"now"'],
    ['verfy', 'did you mean verify?'],
    ['frobnicate', 'florin help'],
  ])('is refused when it makes no sense: %s', (line, words) => {
    expect(() => parse(line)).toThrow(UsageError);
    expect(() => parse(line)).toThrow(words);
  });

  it('takes what begins with a dash for an argument behind two of them', () => {
    expect(parse('find --json -- -7/2026').arguments).toEqual(['-7/2026']);
  });

  it.each(['export --help', 'export -h', 'verify -h'])(
    'may ask for help whatever else is missing: %s',
    (line) => {
      expect(parse(line).wantsHelp).toBe(true);
    },
  );

  it('never lists an example that it would refuse', () => {
    const lines = COMMANDS.flatMap(({ examples }) => examples.map(({ line }) => line));
    const own = lines.map((line) => /florin (.+?)(?= \||\)$| >|$)/.exec(line)?.[1] ?? '');
    expect(own.length).toBeGreaterThanOrEqual(COMMANDS.length);
    for (const line of own) expect(() => parse(line)).not.toThrow();
  });
});

describe('a value', () => {
  it.each([
    ['demo --months 0', 'months'],
    ['demo --months 1.5', 'months'],
    ['demo --months 0x10', 'months'],
    ['demo --months 37', 'months'],
    ['demo --months=-1', 'months'],
  ])('that is no number in range is refused by name: %s', (line, name) => {
    const read = () => parse(line).options.integer(name, { least: 1, most: 36, otherwise: 6 });
    expect(read).toThrow('--months must be a whole number from 1 to 36');
  });

  it('that is not there is the usual one', () => {
    expect(parse('demo').options.integer('months', { least: 1, most: 36, otherwise: 6 })).toBe(6);
    expect(parse('export a@b.example').options.oneOf('format', ['csv', 'jsonl'], 'csv')).toBe('csv');
  });

  it('that is none of the choices is refused with the choices', () => {
    const { options } = parse('export a@b.example --format xml');
    expect(() => options.oneOf('format', ['csv', 'jsonl'], 'csv')).toThrow('csv or jsonl');
  });
});
