// Every unit test of a library as one file, because Jest spends more on setting up a file than on running its tests,
// and does so for thousands of mutants.
import { globSync } from 'node:fs';
import { basename, join } from 'node:path';

// A thousand random sequences of commands for each mutant would take hours, and make the other specs look good.
const LEFT_OUT = ['ledger.model.spec.ts'];

const library = join(import.meta.dirname, '../../libs', process.env.MUTATED_LIBRARY, 'src');
const specs = globSync('**/*.spec.ts', { cwd: library })
  .filter((spec) => !spec.endsWith('.int.spec.ts') && !LEFT_OUT.includes(basename(spec)))
  .sort();
for (const spec of specs) await import(join(library, spec));
