import type { Argument, Command, Option } from 'commander';

const optionsOf = (command: Command): Option[] => command.createHelp().visibleOptions(command);

const flagOf = ({ long, short }: Option): string => long ?? short ?? '';

/** `file` of `--output <file>`; undefined for flags. */
const valueNameOf = ({ flags }: Option): string | undefined => /<(\w+)>/.exec(flags)?.[1];

export function bashCompletion(program: Command): string {
  const words = [...program.commands.map((command) => command.name()), ...optionsOf(program).map(flagOf)];
  return `# bash completion for florin: source <(florin completion bash)
_florin() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" command="\${COMP_WORDS[1]}"
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    ${bashReply(`-W "${words.join(' ')}"`)}
    return
  fi
  case "$command:$previous" in
${program.commands.flatMap(bashValues).join('\n')}
  esac
  case "$command" in
${program.commands.map(bashOptions).join('\n')}
  esac
}
complete -F _florin florin
`;
}

const bashReply = (options: string): string => `COMPREPLY=( $(compgen ${options} -- "$current") )`;

const bashValues = (command: Command): string[] =>
  optionsOf(command)
    .filter((option) => option.required)
    .map((option) => `    ${command.name()}:${flagOf(option)}) ${bashValuesOf(option)}; return ;;`);

function bashValuesOf(option: Option): string {
  if (option.argChoices !== undefined) return bashReply(`-W "${option.argChoices.join(' ')}"`);
  const name = valueNameOf(option);
  if (name === 'file') return bashReply('-f');
  return name === 'folder' ? bashReply('-d') : 'COMPREPLY=()';
}

function bashOptions(command: Command): string {
  const choices = command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? []);
  return `    ${command.name()}) ${bashReply(`-W "${[...choices, ...optionsOf(command).map(flagOf)].join(' ')}"`)} ;;`;
}

export function zshCompletion(program: Command): string {
  const described = program.commands.map(
    (command) => `    '${command.name()}:${zshEscape(command.summary())}'`,
  );
  return `#compdef florin
# zsh completion for florin: put it on your fpath as _florin
_florin() {
  local -a commands=(
${described.join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe 'command' commands
    _arguments ${optionsOf(program).map(zshOption).join(' ')}
    return
  fi
  local command="\${words[2]}"
  shift words
  (( CURRENT -= 1 ))
  case "$command" in
${program.commands.map(zshCommand).join('\n')}
  esac
}
if [ "$funcstack[1]" = "_florin" ]; then _florin "$@"; else compdef _florin florin; fi
`;
}

function zshCommand(command: Command): string {
  const specs = [...command.registeredArguments.map(zshArgument), ...optionsOf(command).map(zshOption)];
  return `    ${command.name()}) _arguments ${specs.join(' ')} ;;`;
}

const zshArgument = (argument: Argument, index: number): string =>
  `'${index + 1}:${zshEscape(argument.name())}:${zshChoices(argument.argChoices)}'`;

function zshOption(option: Option): string {
  const name = valueNameOf(option);
  const values = { file: '_files', folder: '_files -/' }[name ?? ''] ?? zshChoices(option.argChoices);
  return `'${flagOf(option)}[${zshEscape(option.description)}]${name === undefined ? '' : `:${name}:${values}`}'`;
}

const zshChoices = (choices: readonly string[] | undefined): string =>
  choices === undefined ? '' : `(${choices.join(' ')})`;

/** Escapes single quotes and the separators of an _arguments specification. */
const zshEscape = (text: string): string => text.replaceAll("'", "'\\''").replace(/[:[\]]/g, '\\$&');
