// Checks that ESLint enforces the module boundaries: every file in test/fixtures/bad-import must be rejected. Without a project
// graph, Nx skips its rule with only a warning.
import { ESLint } from 'eslint';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import tseslint from 'typescript-eslint';

const root = fileURLToPath(new URL('..', import.meta.url));
const fixtures = join(root, 'test/fixtures/bad-import');
const claim = /^\/\/ As (\S+) this must be refused by (\S+)\.$/m;

// The files are linted under paths that do not exist, so no types are available.
const withoutTypes = { files: ['**/bad-import.ts'], ...tseslint.configs.disableTypeChecked };
const eslint = new ESLint({ cwd: root, overrideConfig: [withoutTypes] });

const names = readdirSync(fixtures);
const rejected = [];
for (const name of names) {
  const text = readFileSync(join(fixtures, name), 'utf8');
  const [, filePath, rule] = claim.exec(text) ?? [];
  if (filePath === undefined)
    throw new Error(`${name} needs a comment with its path and the rule that must reject it.`);
  const [result] = await eslint.lintText(text, { filePath: join(root, filePath) });
  if (result?.messages.some(({ ruleId, severity }) => ruleId === rule && severity === 2)) rejected.push(name);
  else console.error(`${name} was NOT rejected by ${rule} as ${filePath}.`);
}
console.log(`${rejected.length} of ${names.length} bad imports were rejected`);
process.exitCode = names.length > 0 && rejected.length === names.length ? 0 : 1;
