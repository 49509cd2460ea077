// Proves that the walls between the libraries stand: every file in test/fixtures/bad-import breaks one of them and
// must be refused. Nx skips its rule with a mere warning when it has no project graph, and this notices.
import { ESLint } from 'eslint';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import tseslint from 'typescript-eslint';

const root = fileURLToPath(new URL('..', import.meta.url));
const fixtures = join(root, 'test/fixtures/bad-import');
const claim = /^\/\/ As (\S+) this must be refused by (\S+)\.$/m;

// The files are linted in places where they do not exist, so there are no types to lint with.
const withoutTypes = { files: ['**/bad-import.ts'], ...tseslint.configs.disableTypeChecked };
const eslint = new ESLint({ cwd: root, overrideConfig: [withoutTypes] });

const names = readdirSync(fixtures);
const standing = [];
for (const name of names) {
  const text = readFileSync(join(fixtures, name), 'utf8');
  const [, filePath, rule] = claim.exec(text) ?? [];
  if (filePath === undefined)
    throw new Error(`${name} does not say where it pretends to be and what must refuse it.`);
  const [result] = await eslint.lintText(text, { filePath: join(root, filePath) });
  if (result?.messages.some(({ ruleId, severity }) => ruleId === rule && severity === 2)) standing.push(name);
  else console.error(`${name} was NOT refused by ${rule} as ${filePath}: a wall is down.`);
}
console.log(`${standing.length} of ${names.length} bad imports were refused`);
process.exitCode = names.length > 0 && standing.length === names.length ? 0 : 1;
