import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormatsModule from 'ajv-formats';
import type { Schema } from '../../apps/api/src/openapi/openapi-types.js';
import { type FuzzedOperation, OPERATIONS, openApiDocument } from './operations.js';
import type { SentRequest } from './request.js';

// What the document says of a request that was granted.

// Under ESM the types of this package see its module and the program sees its function.
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

/** A parameter that was granted although the document does not know it, or does not take its value. */
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
    if (schema === undefined)
      return `granted with the parameter ${JSON.stringify(name)}, which it does not have`;
    if (PARAMETERS.get(schema)?.(read(schema, text)) === false)
      return `granted with ${JSON.stringify(text.slice(0, 300))} for ${name}`;
  }
  return new Set(sent.map(([name]) => name)).size < sent.length
    ? 'granted with a parameter named twice'
    : undefined;
}

/** Everything in an address is text; where a number is wanted, digits are one. */
const read = ({ type }: Schema, text: string): unknown =>
  type === 'integer' && /^\d+$/.test(text) ? Number(text) : text;

const PUBLIC = new Set(['GET', 'HEAD', 'OPTIONS']);

/** A body that was granted although the document does not take it. */
export function bodyProblem(
  operation: FuzzedOperation,
  { method, body, headers }: SentRequest,
): string | undefined {
  if (body.length === 0 || PUBLIC.has(method)) return undefined;
  const types = headers.filter(([name]) => name.toLowerCase() === 'content-type');
  if (!types.every(([, type]) => /^application\/json\b/i.test(type)))
    return 'granted a body that is not called JSON';
  let value: unknown;
  try {
    value = JSON.parse(body.toString('utf8'));
  } catch {
    return 'granted a body that is no JSON';
  }
  const validate = BODIES.get(operation.id);
  if (validate === undefined) {
    const isEmpty = typeof value === 'object' && value !== null && Object.keys(value).length === 0;
    return isEmpty ? undefined : 'granted a body where it takes none';
  }
  return validate(value)
    ? undefined
    : `granted a body that ${ajv.errorsText(validate.errors, { dataVar: '' })}`;
}
