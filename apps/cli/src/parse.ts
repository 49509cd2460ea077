import { parseArgs } from 'node:util';
import type { Command } from './command.js';
import { UsageError } from './errors.js';
import { nearest } from './nearest.js';
import { Values } from './values.js';

export interface Parsed {
  readonly arguments: readonly string[];
  readonly options: Values;
  readonly wantsHelp: boolean;
}

/** Reads what stands behind a command's name. Nothing is ignored: what the command does not know is refused. */
export function parseInvocation(command: Command, line: readonly string[]): Parsed {
  const options = Object.fromEntries(
    Object.entries(command.options).map(([name, { type }]) => [name, { type, multiple: true as const }]),
  );
  const { values, positionals, tokens } = readLine(command, line, options);
  refuseRepeats(tokens);
  const given = Object.fromEntries(Object.entries(values).map(([name, [value]]) => [name, value]));
  const wantsHelp = given['help'] === true;
  if (!wantsHelp) checkArguments(command, positionals);
  return { arguments: positionals, options: new Values(given), wantsHelp };
}

interface Token {
  readonly kind: string;
  readonly name?: string;
}

function readLine(
  command: Command,
  line: readonly string[],
  options: Record<string, { type: 'string' | 'boolean'; multiple: true }>,
): { values: Record<string, (string | boolean)[]>; positionals: string[]; tokens: Token[] } {
  try {
    const short = { help: { ...options['help'], type: 'boolean', short: 'h', multiple: true } } as const;
    const parsed = parseArgs({
      args: [...line],
      options: { ...options, ...short },
      allowPositionals: true,
      strict: true,
      tokens: true,
    });
    return parsed;
  } catch (error) {
    throw new UsageError(wordsOf(error as Error & { code?: string }, command, line));
  }
}

/** References and emails may begin with a dash as well, and are no options then. */
const LIKE_OPTION = /^--?[a-z][a-z-]*(=.*)?$/;

function wordsOf(
  { code, message }: Error & { code?: string },
  command: Command,
  line: readonly string[],
): string {
  const name = /'(?:-\w, )?--?([\w-]+)/.exec(message)?.[1] ?? '';
  if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') {
    const unknown = /'(-[^']*)/.exec(message)?.[1] ?? '-';
    const typed = line.find((word) => word.startsWith(unknown));
    if (typed !== undefined && !LIKE_OPTION.test(typed))
      return `${command.name} has no option ${typed}; if it is none, put -- before it`;
    const meant = nearest(name, Object.keys(command.options));
    const hint = meant === undefined ? `see florin help ${command.name}` : `did you mean --${meant}?`;
    return `${command.name} has no option --${name}; ${hint}`;
  }
  const needsValue = command.options[name]?.type === 'string';
  return needsValue ? `--${name} needs a value` : `--${name} takes no value`;
}

function refuseRepeats(tokens: readonly Token[]): void {
  const seen = new Set<string>();
  for (const { kind, name } of tokens) {
    if (kind !== 'option' || name === undefined) continue;
    if (seen.has(name)) throw new UsageError(`--${name} was given twice`);
    seen.add(name);
  }
}

function checkArguments(command: Command, positionals: readonly string[]): void {
  const missing = command.arguments.slice(positionals.length).find(({ isOptional }) => isOptional !== true);
  if (missing !== undefined) {
    throw new UsageError(`${command.name} needs <${missing.name}>: ${missing.words}`);
  }
  const extra = positionals[command.arguments.length];
  if (extra !== undefined) throw new UsageError(`${command.name} has no use for "${extra}"`);
  for (const [index, { name, choices }] of command.arguments.entries()) {
    const given = positionals[index];
    if (given !== undefined && choices !== undefined && !choices.includes(given)) {
      throw new UsageError(`<${name}> must be ${choices.join(' or ')}`);
    }
  }
}
