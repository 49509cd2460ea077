import { describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { COMMANDS } from '../commands.js';
import { bashCompletion } from './bash.js';
import { zshCompletion } from './zsh.js';

/** What a real bash offers when Tab is pressed behind these words. */
function offered(...words: string[]): string[] {
  const script = `${bashCompletion()}
    COMP_WORDS=("$@"); COMP_CWORD=$(( $# - 1 )); _florin; printf '%s\\n' "\${COMPREPLY[@]}"`;
  return execFileSync('bash', ['-c', script, 'bash', ...words], { encoding: 'utf8' })
    .trim()
    .split('\n');
}

describe('completion in bash', () => {
  it('offers commands', () => {
    expect(offered('florin', '')).toEqual([...COMMANDS.map(({ name }) => name), '--help', '--version']);
    expect(offered('florin', 'ex')).toEqual(['export']);
  });

  it.each(COMMANDS.map(({ name, options }) => [name, options] as const))(
    'offers the options of %s',
    (name, options) => {
      expect(offered('florin', name, '--')).toEqual(Object.keys(options).map((option) => `--${option}`));
    },
  );

  it('offers values where they are few, and nothing where anything goes', () => {
    expect(offered('florin', 'export', '--format', '')).toEqual(['csv', 'jsonl']);
    expect(offered('florin', 'completion', 'z')).toEqual(['zsh']);
    expect(offered('florin', 'help', 'ver')).toEqual(['verify']);
    expect(offered('florin', 'demo', '--seed', '')).toEqual(['']);
  });
});

describe('completion in zsh', () => {
  const script = zshCompletion();

  it('begins with the line by which zsh finds it', () => {
    expect(script.split('\n')[0]).toBe('#compdef florin');
  });

  it('knows every command and option, and what they are for', () => {
    for (const { name, options } of COMMANDS) {
      expect(script).toContain(`'${name}:`);
      const [line] = script.split('\n').filter((text) => text.startsWith(`    ${name}) _arguments`));
      for (const option of Object.keys(options)) expect(line).toContain(`'--${option}[`);
    }
  });

  it('closes every quote that it opens, as the shell counts them', () => {
    // The quoting rules for words are the same in both shells, so bash can check the parts that have no zsh in them.
    const words = script.split('\n').filter((line) => line.includes(') _arguments '));
    for (const line of words) {
      const parts = line.slice(line.indexOf('_arguments') + 10, line.lastIndexOf(';;'));
      const count = execFileSync('bash', ['-c', `set -- ${parts}; echo $#`], { encoding: 'utf8' });
      expect(Number(count)).toBeGreaterThan(0);
    }
  });
});
