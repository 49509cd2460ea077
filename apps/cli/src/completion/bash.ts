import { COMMANDS } from '../commands.js';
import type { Command } from '../command.js';

/** A bash function that completes commands, their options, and the values of options that have few. */
export function bashCompletion(): string {
  const names = COMMANDS.map(({ name }) => name).join(' ');
  return `# bash completion for florin: source <(florin completion bash)
_florin() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" command="\${COMP_WORDS[1]}"
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=( $(compgen -W "${names} --help --version" -- "$current") )
    return
  fi
  case "$command:$previous" in
${COMMANDS.flatMap(valueCases).join('\n')}
  esac
  case "$command" in
${COMMANDS.map(optionCase).join('\n')}
  esac
}
complete -F _florin florin
`;
}

function valueCases({ name, options }: Command): string[] {
  return Object.entries(options).flatMap(([option, { type, value, choices }]) => {
    if (type === 'boolean') return [];
    return [`    ${name}:--${option}) ${answerTo(value, choices)}; return ;;`];
  });
}

function answerTo(value: string | undefined, choices: readonly string[] | undefined): string {
  if (choices !== undefined) return reply(`-W "${choices.join(' ')}"`);
  if (value === 'file') return reply('-f');
  return value === 'folder' ? reply('-d') : 'COMPREPLY=()';
}

function optionCase({ name, options, arguments: positionals }: Command): string {
  const words = Object.keys(options).map((option) => `--${option}`);
  const choices =
    name === 'help'
      ? COMMANDS.map((command) => command.name)
      : positionals.flatMap((one) => one.choices ?? []);
  return `    ${name}) ${reply(`-W "${[...choices, ...words].join(' ')}"`)} ;;`;
}

const reply = (what: string): string => `COMPREPLY=( $(compgen ${what} -- "$current") )`;
