// The types of the client, made from the document. They are made in one place for the script that writes them and the
// test that holds what was written against the code.
import openapiTypeScript, { astToString } from 'openapi-typescript';
import { format } from 'prettier';

const HEAD = '// Made from openapi.json by `npm run openapi`. Change the service, not this file.\n\n';

/** The text of libs/client/src/schema.ts. */
export async function clientTypes(document) {
  const nodes = await openapiTypeScript(structuredClone(document), { alphabetize: false });
  const options = { parser: 'typescript', printWidth: 110, singleQuote: true, trailingComma: 'all' };
  return format(HEAD + astToString(nodes), options);
}
