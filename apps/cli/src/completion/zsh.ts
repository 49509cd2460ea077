import { COMMANDS } from '../commands.js';
import type { Argument, Command, Option } from '../command.js';

/** A zsh function that completes like the bash one, and shows what each command and option is for. */
export function zshCompletion(): string {
  const described = COMMANDS.map(({ name, summary }) => `    '${name}:${escaped(summary)}'`);
  return `#compdef florin
# zsh completion for florin: put it on your fpath as _florin
_florin() {
  local -a commands=(
${described.join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe 'command' commands
    _arguments '--help[Show help.]' '--version[Show the version.]'
    return
  fi
  local command="\${words[2]}"
  shift words
  (( CURRENT -= 1 ))
  case "$command" in
${COMMANDS.map(commandCase).join('\n')}
  esac
}
if [ "$funcstack[1]" = "_florin" ]; then _florin "$@"; else compdef _florin florin; fi
`;
}

function commandCase({ name, options, arguments: positionals }: Command): string {
  const specs = [
    ...positionals.map((argument, index) => argumentSpec(name, argument, index + 1)),
    ...Object.entries(options).map(([option, spec]) => optionSpec(option, spec)),
  ];
  return `    ${name}) _arguments ${specs.join(' ')} ;;`;
}

function argumentSpec(command: string, { name, choices }: Argument, place: number): string {
  const known = command === 'help' ? COMMANDS.map((one) => one.name) : choices;
  return `'${place}:${escaped(name)}:${known === undefined ? '' : `(${known.join(' ')})`}'`;
}

function optionSpec(name: string, { type, value, choices, words }: Option): string {
  const description = `--${name}[${escaped(words)}]`;
  return type === 'boolean'
    ? `'${description}'`
    : `'${description}:${value ?? name}:${valuesOf(value, choices)}'`;
}

function valuesOf(value: string | undefined, choices: readonly string[] | undefined): string {
  if (choices !== undefined) return `(${choices.join(' ')})`;
  if (value === 'file') return '_files';
  return value === 'folder' ? '_files -/' : '';
}

/** Inside single quotes, and clear of the characters with which zsh separates the parts of a description. */
const escaped = (text: string): string => text.replaceAll("'", "'\\''").replace(/[:[\]]/g, '\\$&');
