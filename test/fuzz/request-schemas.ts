import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormatsModule from 'ajv-formats';
import type { Schema } from '../../apps/api/src/openapi/openapi-types.js';
import { type FuzzedOperation, OPERATIONS, openApiDocument } from './operations.js';
import type { SentRequest } from './request.js';

// The types of this package describe the module, but under ESM the import is the function.
const addFormats = addFormatsModule as unknown as typeof addFormatsModule.default;

const ajv = new Ajv2020({ strict: false, validateFormats: true });
addFormats(ajv);
ajv.addFormat('idn-email', /^[^\s@]+@[^\s@]+$/u);
ajv.addSchema(openApiDocument, 'florin', undefined, false);

const compiled = (schema: Schema): ValidateFunction =>
  ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"florin#/')) as object);

const BODIES: ReadonlyMap<string, ValidateFunction> = new Map(
  OPERATIONS.flatMap(({ id, body }) => (body === undefined ? [] : [[id, compiled(body.schema)] as const])),
);

const PARAMETERS: ReadonlyMap<Schema, ValidateFunction> = new Map(
  OPERATIONS.flatMap(({ parameters }) => parameters.map(({ schema }) => [schema, compiled(schema)] as const)),
);

/** A problem of a successful request: a query parameter that the document does not allow. */
export function queryProblem(
  { parameters }: FuzzedOperation,
  { target }: Pick<SentRequest, 'target'>,
): string | undefined {
  const sent = [...new URLSearchParams(target.split('?').slice(1).join('?'))];
  const known = new Map(
    parameters.filter((parameter) => parameter.in === 'query').map(({ name, schema }) => [name, schema]),
  );
  for (const [name, text] of sent) {
    const schema = known.get(name);
    if (schema === undefined) return `accepted the unknown parameter ${JSON.stringify(name)}`;
    if (PARAMETERS.get(schema)?.(parseText(schema, text)) === false)
      return `accepted ${JSON.stringify(text.slice(0, 300))} for ${name}`;
  }
  return new Set(sent.map(([name]) => name)).size < sent.length
    ? 'accepted a duplicate parameter'
    : undefined;
}

const parseText = ({ type }: Schema, text: string): unknown =>
  type === 'integer' && /^\d+$/.test(text) ? Number(text) : text;

const WITHOUT_BODY = new Set(['GET', 'HEAD', 'OPTIONS']);

/** A problem of a successful request: a body that the document does not allow. */
export function bodyProblem(
  operation: FuzzedOperation,
  { method, body, headers }: SentRequest,
): string | undefined {
  if (body.length === 0 || WITHOUT_BODY.has(method) || operation.id === 'createReconciliation')
    return undefined;
  const types = headers.filter(([name]) => name.toLowerCase() === 'content-type');
  if (!types.every(([, type]) => /^application\/json\b/i.test(type)))
    return 'accepted a body with another content type than JSON';
  let value: unknown;
  try {
    value = JSON.parse(body.toString('utf8'));
  } catch {
    return 'accepted invalid JSON';
  }
  const validate = BODIES.get(operation.id);
  if (validate === undefined) {
    const isEmpty = typeof value === 'object' && value !== null && Object.keys(value).length === 0;
    return isEmpty ? undefined : 'accepted a body although the operation has none';
  }
  return validate(value)
    ? undefined
    : `accepted an invalid body: ${ajv.errorsText(validate.errors, { dataVar: '' })}`;
}
