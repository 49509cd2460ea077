// `npm run openapi`: writes openapi.json from the code, and the client's types from openapi.json.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from './build.mjs';
import { root } from './command-line.mjs';

await build();

const { documentFromCode } = await import(
  pathToFileURL(join(root, 'apps/api/dist/openapi/from-code.js')).href
);
const { clientTypes } = await import('./client-types.mjs');
const { format } = await import('prettier');

const document = await documentFromCode();
const files = {
  'openapi.json': await format(JSON.stringify(document), { parser: 'json', printWidth: 110 }),
  'libs/client/src/schema.ts': await clientTypes(document),
};
for (const [file, text] of Object.entries(files)) {
  writeFileSync(join(root, file), text);
  console.log(`florin: wrote ${file}, ${text.split('\n').length} lines`);
}
