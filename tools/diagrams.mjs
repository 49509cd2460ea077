// `npm run diagrams`: generates the diagrams and tables in docs/ from the code. Commit the result; a test fails if the pages
// differ from the code.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from './build.mjs';
import { root } from './command-line.mjs';
import { fillSections, sectionsOf } from './diagrams/sections.mjs';

await build();

const [accounts, identity, ledger, payments, webhooks] = await Promise.all(
  ['accounts', 'identity', 'ledger', 'payments', 'webhooks'].map((name) => import(`@florin/${name}`)),
);
const sections = sectionsOf({ accounts, identity, ledger, payments, webhooks });

const docs = join(root, 'docs');
for (const name of readdirSync(docs, { recursive: true }).filter((file) => file.endsWith('.md'))) {
  const path = join(docs, name);
  const before = readFileSync(path, 'utf8');
  const after = fillSections(before, sections);
  if (after === before) continue;
  writeFileSync(path, after);
  console.log(`florin: updated docs/${name}`);
}
