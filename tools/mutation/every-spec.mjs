// All unit specs of a library in one file: Jest's setup per file takes longer than the tests, for each of thousands of mutants.
import { globSync } from 'node:fs';
import { basename, join } from 'node:path';

// A thousand random command sequences for each mutant take hours, and hide gaps in the other specs.
const LEFT_OUT = ['ledger.model.spec.ts'];

const library = join(import.meta.dirname, '../../libs', process.env.MUTATED_LIBRARY, 'src');
const specs = globSync('**/*.spec.ts', { cwd: library })
  .filter((spec) => !spec.endsWith('.int.spec.ts') && !LEFT_OUT.includes(basename(spec)))
  .sort();
for (const spec of specs) await import(join(library, spec));
