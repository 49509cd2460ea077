// The order in which Jest begins the specs. It knows how long they take from an earlier run only; in the first one it
// goes by the size of their files, and leaves those that are short to read and long to wait for to the end.
import { readFileSync } from 'node:fs';
// Comes with Jest, for those who extend it.
import TestSequencer from '@jest/test-sequencer';

/** Specs that take long say so in their first comment (`@long` and why). */
const isLong = ({ path }) => /^\/\*\*\s*\*?\s*@long /.test(readFileSync(path, 'utf8'));

export default class LongestFirst extends TestSequencer {
  async sort(tests) {
    const sorted = await super.sort(tests);
    return [...sorted.filter(isLong), ...sorted.filter((test) => !isLong(test))];
  }
}
