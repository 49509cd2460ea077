import { PERMISSIONS } from '@florin/identity';
import { accessWords, securityOf } from './access-words.js';
import { BODY_EXAMPLES } from './body-examples.js';
import { headerRef, parameterRef, PARAMETERS, PATH_PARAMETERS, responseRef } from './common.js';
import { exampleId } from './fields.js';
import { OPERATION_NOTE, type OperationNotes, REFUSES_NOTE, STATUSES_NOTE } from './refuses.js';
import { refusalsOf } from './refusals.js';
import { addRefusal } from './responses.js';
import { named, nameOf } from './schemas.js';
import type { Document, Operation, Parameter } from './shape.js';

/** Completes what the decorators could not know: who may, what can go wrong, and which headers come and go. */
export function finishOperation(document: Document, operation: Operation & OperationNotes): void {
  const name = operation[OPERATION_NOTE];
  if (name === undefined) return;
  const permission = PERMISSIONS[name];
  const parameters = operation.parameters ?? [];
  const creates = operation.responses['201'] !== undefined;
  const refusals = refusalsOf({
    permission,
    hasPathParameter: parameters.some((parameter) => parameter.in === 'path'),
    hasAccountHeader: parameters.some(isAccountHeader),
    creates,
    declared: operation[REFUSES_NOTE] ?? [],
    overrides: operation[STATUSES_NOTE] ?? {},
  });
  Reflect.deleteProperty(operation, REFUSES_NOTE);
  Reflect.deleteProperty(operation, STATUSES_NOTE);

  operation.description = [operation.description, accessWords(permission)].filter(Boolean).join('\n\n');
  operation.security = name === 'auth.refresh' ? [{ refreshToken: [] }, {}] : securityOf(permission);
  operation.parameters = [
    ...parameters.map((parameter) => finishParameter(parameter)),
    ...(creates ? [parameterRef('IdempotencyKey')] : []),
    parameterRef('RequestId'),
  ];
  allowNoBody(document, operation);
  giveExample(operation);
  describeSuccess(document, operation, creates);
  for (const [status, codes] of refusals) {
    operation.responses[status] = addRefusal(document, status, codes);
  }
  operation.responses.default = responseRef('Unreached');
}

function finishParameter(parameter: Parameter): Parameter {
  if (isAccountHeader(parameter)) return parameterRef('AccountId');
  const known = parameter.in === 'path' ? PATH_PARAMETERS[parameter.name ?? ''] : undefined;
  if (known === undefined) return parameter;
  const { prefix, description } = known;
  return { ...parameter, description, schema: { type: 'string', examples: [exampleId(prefix)] } };
}

/** Where no field is required, no body is an empty one. */
function allowNoBody(document: Document, { requestBody }: Operation): void {
  const reference = requestBody?.content['application/json']?.schema?.$ref;
  const schema = reference === undefined ? undefined : named(document, reference);
  if (requestBody !== undefined && schema?.required === undefined) requestBody.required = false;
}

function giveExample({ requestBody }: Operation): void {
  const body = requestBody?.content['application/json'];
  const example = BODY_EXAMPLES[nameOf(body?.schema?.$ref)];
  if (body !== undefined && example !== undefined) body.example = example;
}

const isAccountHeader = ({ name }: Parameter): boolean => name === PARAMETERS.AccountId.name;

function describeSuccess(document: Document, { responses }: Operation, creates: boolean): void {
  for (const response of Object.values(responses)) {
    const reference = response.content?.['application/json']?.schema?.$ref;
    const words = reference === undefined ? undefined : named(document, reference)?.description;
    if (!response.description && words !== undefined) response.description = words;
    response.headers = {
      'X-Request-Id': headerRef('RequestId'),
      ...(creates && { 'Idempotent-Replayed': headerRef('IdempotentReplayed') }),
    };
  }
}
