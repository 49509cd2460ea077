// Checks that code, comments, messages and documentation use plain words (CONTRIBUTING.md, Conventions). Without arguments it
// reads every file of the project.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './command-line.mjs';
import { projectPaths } from './project-files.mjs';

const WORDS = [
  'whoever',
  'whomever',
  'nobody',
  'somebody',
  'told',
  'tells',
  'tell of',
  'hears of',
  'heard of',
  'stands',
  'standing',
  'give back',
  'gives back',
  'given back',
  'gave back',
  'lets in',
  'turn away',
  'turns away',
  'turned away',
  'a thing',
  'in vain',
  'for ever',
  'lest',
  'what there is',
  'draw lots',
  'draws lots',
  'draws no lots',
];

/** Where a word is allowed, and why. At most 20. */
const ALLOWED = [
  { file: 'tools/check-words.mjs', reason: 'the list itself' },
  { file: 'tools/check-words.spec.ts', reason: 'the sample that the check must find' },
  { file: 'libs/identity/src/user/common-passwords.ts', reason: 'a list of common passwords' },
  { file: 'package-lock.json', reason: 'names of packages' },
  {
    file: 'libs/infrastructure/src/postgres/embedded/cluster.ts',
    word: 'nobody',
    reason: 'the system user that PostgreSQL runs as when Florin is started by root',
  },
];

const TEXT = /\.(tsx?|mts|js|mjs|css|html|json|md|ya?ml|example)$|(^|\/)(Dockerfile|run)$/;
const pattern = new RegExp(`\\b(${WORDS.join('|').replaceAll(' ', '\\s+')})\\b`, 'gi');

const isAllowed = (file, word) =>
  ALLOWED.some((entry) => entry.file === file && (entry.word ?? word) === word);

/** Also finds words inside identifiers such as `camelCase` and `snake_case`. */
const splitIdentifiers = (text) => text.replace(/([a-z\d])([A-Z])/g, '$1 $2').replaceAll('_', ' ');

function findingsIn(file, source) {
  const text = splitIdentifiers(source);
  return [...text.matchAll(pattern)]
    .filter(([word]) => !isAllowed(file, word.toLowerCase()))
    .map(({ 0: word, index }) => `${file}:${text.slice(0, index).split('\n').length}: ${word}`);
}

const files =
  process.argv.length > 2 ? process.argv.slice(2) : projectPaths().filter((file) => TEXT.test(file));
const findings = files.flatMap((file) => findingsIn(file, readFileSync(join(root, file), 'utf8')));
for (const finding of findings)
  console.error(`${finding}: use a plain technical term instead (CONTRIBUTING.md#conventions)`);
console.log(`${files.length} files checked, ${findings.length} findings`);
process.exitCode = findings.length === 0 ? 0 : 1;
