import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { openShell, type Shell } from './shell.js';

let shell: Shell;

beforeEach(() => {
  shell = openShell({ GIVEN: 'given' });
});

afterEach(() => shell.end());

describe('a shell for a page', () => {
  it('keeps what a block defines for the blocks after it', async () => {
    await shell.run('NAME=$GIVEN\nhello() { echo "hello $NAME"; }');
    expect(await shell.run('hello')).toBe('hello given\n');
  });

  it('returns only the output of the block', async () => {
    expect(await shell.run('echo one')).toBe('one\n');
    expect(await shell.run('cat; echo two')).toBe('two\n');
  });

  it.each([
    ['a command that fails', 'ls /no/such/folder'],
    ['the middle of a pipe', 'false | cat'],
    ['a command in a function', 'broken() { false; echo on; }\nbroken'],
    ['a variable that was never set', 'echo "$NEVER_SET"'],
    ['a command that is not there', 'no-such-command-here'],
    ['an incomplete block', 'echo "never closed'],
  ])('stops at %s', async (_, commands) => {
    await expect(shell.run(commands)).rejects.toThrow('The block ended the session.');
  });

  it('runs nothing after a block that failed', async () => {
    await expect(shell.run('false')).rejects.toThrow('The block ended the session.');
    await expect(shell.run('echo on')).rejects.toThrow('An earlier block ended the session.');
  });
});
