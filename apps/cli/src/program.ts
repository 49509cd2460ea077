import { readFileSync } from 'node:fs';
import { styleText } from 'node:util';
import { Argument, Command, type Help } from 'commander';
import type { Add, Examples } from './add-command.js';
import { addCommands } from './commands.js';
import type { CommonOptions } from './invocation.js';
import { reportFor } from './report.js';
import { hasColors, type Terminal, widthOf } from './terminal.js';

export function createProgram(terminal: Terminal, onExit: (code: number) => void): Command {
  const program = rootProgram(terminal);
  const add: Add = (name, summary, details, load, examples) =>
    program
      .command(name)
      .summary(summary)
      .description(details)
      .addHelpText('after', examplesText(examples))
      .action(async (...actionArguments: unknown[]) => {
        const command = actionArguments.at(-1) as Command;
        const { run } = await load();
        const options = command.opts<CommonOptions>();
        const report = reportFor(terminal, options.json === true);
        onExit(await run({ arguments: command.args, options: options as never, terminal, report }));
      });
  addCommands(program, add);
  addCompletion(program, terminal);
  for (const command of program.commands) rejectInvalidValues(command);
  return program;
}

function rootProgram({ stdout, stderr, environment }: Terminal): Command {
  const bold = (text: string): string => styleText('bold', text, { validateStream: false });
  return new Command('florin')
    .description("The operator's command line of Florin.")
    .version(`florin ${readVersion()}`, '-V, --version', 'Show the version')
    .helpOption('-h, --help', 'Show help')
    .enablePositionalOptions()
    .exitOverride()
    .configureHelp({ styleTitle: bold, minWidthToWrap: 20, subcommandTerm: termOf })
    .configureOutput({
      writeOut: (text) => stdout.write(text),
      writeErr: (text) => stderr.write(text),
      outputError: (text, write) => {
        write(`florin: ${errorLine(text)}\n`);
      },
      getOutHelpWidth: () => widthOf(stdout),
      getErrHelpWidth: () => widthOf(stderr),
      getOutHasColors: () => hasColors(stdout, environment),
      getErrHasColors: () => hasColors(stderr, environment),
    })
    .addHelpText('after', ({ command, error }) => {
      const help: Help = command.createHelp();
      return `\n${NOTES.map((note) => help.boxWrap(note, widthOf(error ? stderr : stdout))).join('\n')}`;
    });
}

const NOTES = [
  'Database: --database-url, otherwise DATABASE_URL, otherwise the embedded server in DATA_DIR (.data), also while npm start uses it.',
  'Exit codes: 0 success, 1 failure or damage found, 2 invalid command line, 130 interrupted.',
  'Start with "florin demo", then "florin verify". Options of a command: florin help <command>.',
];

const termOf = (command: Command): string =>
  [command.name(), ...command.registeredArguments.map((argument) => bracketed(argument))].join(' ');

const bracketed = (argument: Argument): string =>
  argument.required ? `<${argument.name()}>` : `[${argument.name()}]`;

/** References and emails may also begin with a dash. */
const LIKE_OPTION = /^--?[a-z][a-z-]*(=.*)?$/;

/** Commander's error in one line. */
function errorLine(text: string): string {
  const line = text
    .replace(/^error: /, '')
    .replace(/\s+/g, ' ')
    .trim();
  const unknown = /^unknown option '([^']*)'/.exec(line);
  return unknown?.[1] !== undefined && !LIKE_OPTION.test(unknown[1])
    ? `${unknown[0]} (if it is not an option, put -- before it)`
    : line;
}

const examplesText = (examples: Examples): string =>
  `\nExamples:\n${examples.map(([comment, line]) => `  # ${comment}\n  ${line}`).join('\n')}`;

/** By default Commander uses the last of repeated options, and accepts the next option as a missing value. */
function rejectInvalidValues(command: Command): void {
  for (const option of command.options) {
    let isGiven = false;
    command.on(`option:${option.name()}`, (value?: string) => {
      if (isGiven) command.error(`error: option '${option.flags}' must not be repeated`);
      isGiven = true;
      if (value === '' || value?.startsWith('--') === true) {
        command.error(`error: option '${option.flags}' argument missing`);
      }
    });
  }
}

function addCompletion(program: Command, { stdout }: Terminal): void {
  program
    .command('completion')
    .summary('Print a completion script for bash or zsh')
    .description('Completes commands, options and values.')
    .addArgument(new Argument('<shell>', 'Shell').choices(['bash', 'zsh']))
    .addHelpText(
      'after',
      examplesText([
        ['For this shell', 'source <(florin completion bash)'],
        ['For every zsh', 'florin completion zsh > "${fpath[1]}/_florin"'],
      ]),
    )
    .action(async (shell: string) => {
      const { bashCompletion, zshCompletion } = await import('./completion/completion.js');
      stdout.write(shell === 'zsh' ? zshCompletion(program) : bashCompletion(program));
    });
  const names = [...program.commands.map((command) => command.name()), 'help'];
  program
    .command('help')
    .summary('Show help')
    .description('Shows help for florin or for one command.')
    .addArgument(new Argument('[command]', 'Command').choices(names))
    .addHelpText('after', examplesText([['Options of a command', 'florin help export']]))
    .action((name?: string) => {
      (program.commands.find((command) => command.name() === name) ?? program).outputHelp();
    });
}

function readVersion(): string {
  const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  return (JSON.parse(manifest) as { version: string }).version;
}
