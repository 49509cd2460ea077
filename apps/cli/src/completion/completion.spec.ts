import { describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { createProgram } from '../program.js';
import { testTerminal } from '../testing/florin.js';
import { bashCompletion, zshCompletion } from './completion.js';

const program = createProgram(testTerminal().terminal, () => undefined);
const commands = program.commands.map((command) => ({
  name: command.name(),
  options: command
    .createHelp()
    .visibleOptions(command)
    .map(({ long }) => long),
}));

/** The completions of a real bash after these words. */
function completionsOf(...words: string[]): string[] {
  const script = `${bashCompletion(program)}
    COMP_WORDS=("$@"); COMP_CWORD=$(( $# - 1 )); _florin; printf '%s\\n' "\${COMPREPLY[@]}"`;
  return execFileSync('bash', ['-c', script, 'bash', ...words], { encoding: 'utf8' })
    .trim()
    .split('\n');
}

describe('completion in bash', () => {
  it('offers commands', () => {
    expect(completionsOf('florin', '')).toEqual([...commands.map(({ name }) => name), '--version', '--help']);
    expect(completionsOf('florin', 'ex')).toEqual(['export']);
  });

  it.each(commands.map(({ name, options }) => [name, options] as const))(
    'offers the options of %s',
    (name, options) => {
      expect(completionsOf('florin', name, '--')).toEqual(options);
    },
  );

  it('offers the values of options that have choices', () => {
    expect(completionsOf('florin', 'export', '--format', '')).toEqual(['csv', 'jsonl']);
    expect(completionsOf('florin', 'completion', 'z')).toEqual(['zsh']);
    expect(completionsOf('florin', 'help', 'ver')).toEqual(['verify', 'verify-log']);
    expect(completionsOf('florin', 'demo', '--seed', '')).toEqual(['']);
  });
});

describe('completion in zsh', () => {
  const script = zshCompletion(program);

  it('starts with #compdef', () => {
    expect(script.split('\n')[0]).toBe('#compdef florin');
  });

  it('describes every command and option', () => {
    for (const { name, options } of commands) {
      expect(script).toContain(`'${name}:`);
      const [line] = script.split('\n').filter((text) => text.startsWith(`    ${name}) _arguments`));
      for (const option of options) expect(line).toContain(`'${option}[`);
    }
  });

  it('has balanced quotes', () => {
    // Both shells have the same quoting, so bash can parse these arguments.
    const lines = script.split('\n').filter((line) => line.includes(') _arguments '));
    for (const line of lines) {
      const parts = line.slice(line.indexOf('_arguments') + 10, line.lastIndexOf(';;'));
      const count = execFileSync('bash', ['-c', `set -- ${parts}; echo $#`], { encoding: 'utf8' });
      expect(Number(count)).toBeGreaterThan(0);
    }
  });
});
