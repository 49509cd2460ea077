import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { EVENT_TYPES } from '@florin/infrastructure';
import { ROOT } from '../support/source-tree.js';

it('docs/concepts/events.md lists every type of event, and no other', () => {
  const page = readFileSync(join(ROOT, 'docs/concepts/events.md'), 'utf8');
  const listed = page.split('\n').flatMap((line) => {
    const [prefix, ...names] = [...line.matchAll(/`([a-z_.]+)`/g)].map(([, word]) => word ?? '');
    return line.startsWith('|') && prefix?.endsWith('.') ? names.map((name) => prefix + name) : [];
  });
  expect(listed).toEqual(EVENT_TYPES);
});
