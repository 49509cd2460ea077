// Counts the lines of production TypeScript in apps/ and libs/, per project and in total. Leaves out specs, testing/, built
// files and the generated schema of the client.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const GENERATED = new Set(['libs/client/src/schema.ts']);
const LEFT_OUT = /(^|\/)(node_modules|dist|testing)(\/|$)/;

const linesIn = (path) => readFileSync(join(root, path), 'utf8').split('\n').length - 1;

function countProject(project) {
  const files = readdirSync(join(root, project), { recursive: true })
    .map((name) => `${project}/${name.replaceAll('\\', '/')}`)
    .filter((path) => /\.tsx?$/.test(path) && !/\.spec\.tsx?$/.test(path))
    .filter((path) => !LEFT_OUT.test(path) && !GENERATED.has(path));
  return { files: files.length, lines: files.reduce((sum, path) => sum + linesIn(path), 0) };
}

const rows = ['apps', 'libs'].flatMap((folder) =>
  readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => ({ project: `${folder}/${name}`, ...countProject(`${folder}/${name}`) })),
);
const total = rows.reduce(
  (sum, { files, lines }) => ({ ...sum, files: sum.files + files, lines: sum.lines + lines }),
  { project: 'total', files: 0, lines: 0 },
);

const number = (value) => value.toLocaleString('en-US').padStart(8);
console.log(`${'project'.padEnd(22)}${'files'.padStart(8)}${'lines'.padStart(8)}`);
for (const { project, files, lines } of [...rows, total])
  console.log(`${project.padEnd(22)}${number(files)}${number(lines)}`);
