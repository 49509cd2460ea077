// What `npm run diagrams` runs: makes the pictures and tables in docs/ anew from the code they tell of. Commit what it
// writes; a test fails when the pages and the code have parted.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from './build.mjs';
import { fail, root } from './command-line.mjs';
import { fillSections, sectionsOf } from './diagrams/sections.mjs';

await build();

const [accounts, identity, ledger, payments] = await Promise.all(
  ['accounts', 'identity', 'ledger', 'payments'].map((name) => import(`@florin/${name}`)),
);
const sections = sectionsOf({ accounts, identity, ledger, payments });

const docs = join(root, 'docs');
for (const name of readdirSync(docs, { recursive: true }).filter((file) => file.endsWith('.md'))) {
  const path = join(docs, name);
  const before = readFileSync(path, 'utf8');
  const after = fillSections(before, sections);
  if (after === before) continue;
  writeFileSync(path, after);
  console.log(`florin: made docs/${name} anew`);
}
