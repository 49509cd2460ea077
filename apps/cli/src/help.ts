import type { Command, Option } from './command.js';
import { COMMANDS } from './commands.js';
import type { Painter } from './terminal.js';

const WIDTH = 92;

/** What a newcomer sees first: what there is, and how to begin. */
export function overview(paint: Painter): string {
  const names = COMMANDS.map(({ name, summary }) => `  ${paint('bold', name.padEnd(14))}${summary}`);
  return lines(
    "florin: the operator's tool",
    '',
    `${paint('bold', 'Usage')}  florin <command> [options]`,
    '',
    ...names,
    '',
    paint('bold', 'Begin'),
    ...examples(
      [
        { words: 'A database with something in it', line: 'florin demo' },
        { words: 'Are the books sound?', line: 'florin verify' },
        { words: 'Learn about one command', line: 'florin help export' },
      ],
      paint,
    ),
    ...wrapped(
      'Commands use the server of --database-url or DATABASE_URL, otherwise the embedded one in DATA_DIR (.data), also while npm start runs on it. Results go to standard output, everything else to standard error. Exit codes: 0 done, 1 failed or something is wrong, 2 the command line makes no sense, 130 interrupted.',
    ),
  );
}

export function helpFor(command: Command, paint: Painter): string {
  const { name, summary, details } = command;
  const given = command.arguments.map((argument) =>
    argument.isOptional === true ? ` [${argument.name}]` : ` <${argument.name}>`,
  );
  return lines(
    `florin ${name}: ${summary.charAt(0).toLowerCase()}${summary.slice(1)}`,
    '',
    `${paint('bold', 'Usage')}  florin ${name}${given.join('')} [options]`,
    '',
    ...details.flatMap((paragraph) => [...wrapped(paragraph), '']),
    ...command.arguments.map((argument) => row(`<${argument.name}>`, argument.words)),
    ...Object.entries(command.options).map(([option, spec]) => row(spelling(option, spec), spec.words)),
    '',
    paint('bold', 'Examples'),
    ...examples(command.examples, paint),
  );
}

const spelling = (name: string, { value }: Option): string =>
  value === undefined ? `--${name}` : `--${name} <${value}>`;

const row = (left: string, right: string): string => `  ${left.padEnd(24)}${right}`;

const examples = (items: Command['examples'], paint: Painter): string[] =>
  items.flatMap(({ words, line }) => [`  ${paint('dim', `# ${words}`)}`, `  ${line}`, '']);

const lines = (...all: readonly string[]): string => `${all.join('\n').trimEnd()}\n`;

function wrapped(paragraph: string): string[] {
  const result: string[] = [''];
  for (const word of paragraph.split(' ')) {
    const last = result.at(-1) ?? '';
    if (last !== '' && last.length + word.length >= WIDTH) result.push(word);
    else result[result.length - 1] = last === '' ? word : `${last} ${word}`;
  }
  return result;
}
