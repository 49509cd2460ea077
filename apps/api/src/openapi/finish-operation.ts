import { PERMISSIONS } from '@florin/identity';
import { permissionDescription, securityOf } from './permission-docs.js';
import { BODY_EXAMPLES } from './body-examples.js';
import { headerRef, parameterRef, PARAMETERS, PATH_PARAMETERS, responseRef } from './common.js';
import { exampleId } from './fields.js';
import {
  OPERATION_EXTENSION,
  type OperationExtensions,
  ERROR_CODES_EXTENSION,
  STATUS_OVERRIDES_EXTENSION,
} from './operation-extensions.js';
import { errorsByStatus } from './errors-by-status.js';
import { addErrorResponse } from './responses.js';
import { resolveSchema, schemaName } from './schemas.js';
import type { Document, Operation, Parameter } from './openapi-types.js';

/** Adds what the decorators do not contain: permissions, errors and headers. */
export function finishOperation(document: Document, operation: Operation & OperationExtensions): void {
  const name = operation[OPERATION_EXTENSION];
  if (name === undefined) return;
  const permission = PERMISSIONS[name];
  const parameters = operation.parameters ?? [];
  const creates = operation.responses['201'] !== undefined || parameters.some(isHeader('IdempotencyKey'));
  const errors = errorsByStatus({
    permission,
    hasPathParameter: parameters.some((parameter) => parameter.in === 'path'),
    hasAccountHeader: parameters.some(isHeader('AccountId')),
    creates,
    declared: operation[ERROR_CODES_EXTENSION] ?? [],
    overrides: operation[STATUS_OVERRIDES_EXTENSION] ?? {},
  });
  Reflect.deleteProperty(operation, ERROR_CODES_EXTENSION);
  Reflect.deleteProperty(operation, STATUS_OVERRIDES_EXTENSION);

  operation.description = [operation.description, permissionDescription(permission)]
    .filter(Boolean)
    .join('\n\n');
  operation.security = name === 'auth.refresh' ? [{ refreshToken: [] }, {}] : securityOf(permission);
  operation.parameters = [
    ...parameters.map((parameter) => finishParameter(parameter)),
    ...(operation.responses['201'] === undefined ? [] : [parameterRef('IdempotencyKey')]),
  ];
  makeEmptyBodyOptional(document, operation);
  addExample(operation);
  describeSuccess(document, operation, creates);
  for (const [status, codes] of errors) {
    operation.responses[status] = addErrorResponse(document, status, codes);
  }
  operation.responses.default = responseRef('Unreached');
}

function finishParameter(parameter: Parameter): Parameter {
  const header = COMMON_HEADERS.find((name) => isHeader(name)(parameter));
  if (header !== undefined) return parameterRef(header);
  const known = parameter.in === 'path' ? PATH_PARAMETERS[parameter.name ?? ''] : undefined;
  if (known === undefined) return parameter;
  const { prefix, description } = known;
  return { ...parameter, description, schema: { type: 'string', examples: [exampleId(prefix)] } };
}

/** If no field is required, the body can be omitted. */
function makeEmptyBodyOptional(document: Document, { requestBody }: Operation): void {
  const body = requestBody?.content['application/json'];
  const reference = body?.schema?.$ref;
  const schema = reference === undefined ? undefined : resolveSchema(document, reference);
  if (requestBody !== undefined && body !== undefined && schema?.required === undefined)
    requestBody.required = false;
}

function addExample({ requestBody }: Operation): void {
  const body = requestBody?.content['application/json'];
  const example = BODY_EXAMPLES[schemaName(body?.schema?.$ref)];
  if (body !== undefined && example !== undefined) body.example = example;
}

const COMMON_HEADERS = Object.keys(PARAMETERS) as (keyof typeof PARAMETERS)[];

const isHeader =
  (header: keyof typeof PARAMETERS) =>
  ({ name }: Parameter): boolean =>
    name === PARAMETERS[header].name;

function describeSuccess(document: Document, { responses }: Operation, creates: boolean): void {
  for (const response of Object.values(responses)) {
    const reference = response.content?.['application/json']?.schema?.$ref;
    const description = reference === undefined ? undefined : resolveSchema(document, reference)?.description;
    if (!response.description && description !== undefined) response.description = description;
    response.headers = {
      'X-Request-Id': headerRef('RequestId'),
      ...(creates && { 'Idempotent-Replayed': headerRef('IdempotentReplayed') }),
    };
  }
}
