import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { clientTypes } from '../tools/client-types.mjs';

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8');

it('the client’s schema is what the committed document says (npm run openapi writes it anew)', async () => {
  const document = JSON.parse(read('../openapi.json')) as object;
  expect(read('../libs/client/src/schema.ts')).toBe(await clientTypes(document));
});
