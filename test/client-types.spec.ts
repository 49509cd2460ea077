import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { clientTypes } from '../tools/client-types.mjs';

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8');

it('libs/client/src/schema.ts is up to date with openapi.json (npm run openapi)', async () => {
  const document = JSON.parse(read('../openapi.json')) as object;
  expect(read('../libs/client/src/schema.ts')).toBe(await clientTypes(document));
});
