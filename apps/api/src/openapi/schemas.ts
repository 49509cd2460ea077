import { EmptyBody } from '../common/validation/empty.dto.js';
import type { Document, Operation, Schema } from './openapi-types.js';

/** Converts every schema to OpenAPI 3.1: `examples` in place of `example`. */
export function toOpenApi31(document: Document): void {
  for (const schema of Object.values(document.components.schemas)) convertSchema(schema);
  for (const operation of operationsOf(document)) {
    for (const { schema } of operation.parameters ?? []) if (schema !== undefined) convertSchema(schema);
  }
}

function convertSchema(schema: Schema): void {
  if ('example' in schema) {
    schema.examples = [schema.example];
    delete schema.example;
  }
  const { properties = {}, items } = schema;
  for (const inner of [...Object.values(properties), ...(items === undefined ? [] : [items])]) {
    convertSchema(inner);
  }
}

/** `EmptyBody` exists to reject unknown fields; the document omits it. */
export function hideEmptyRequestBodies(document: Document): void {
  for (const operation of operationsOf(document)) {
    const reference = operation.requestBody?.content['application/json']?.schema?.$ref;
    if (
      reference === undefined ||
      Object.keys(resolveSchema(document, reference)?.properties ?? {}).length > 0
    )
      continue;
    delete operation.requestBody;
  }
  Reflect.deleteProperty(document.components.schemas, EmptyBody.name);
}

/** Requests with unknown fields are rejected. Responses may get new fields. */
export function forbidUnknownRequestFields(document: Document): void {
  for (const { requestBody } of operationsOf(document)) {
    for (const { schema } of Object.values(requestBody?.content ?? {}))
      forbidUnknownProperties(document, schema);
  }
}

function forbidUnknownProperties(document: Document, schema: Schema | undefined): void {
  // A nullable reference.
  for (const alternative of schema?.anyOf ?? []) forbidUnknownProperties(document, alternative);
  const resolved = schema?.$ref === undefined ? schema : resolveSchema(document, schema.$ref);
  if (resolved?.properties === undefined || resolved.additionalProperties !== undefined) return;
  resolved.additionalProperties = false;
  for (const inner of Object.values(resolved.properties)) {
    forbidUnknownProperties(document, inner);
    forbidUnknownProperties(document, inner.items);
  }
}

export const schemaName = (reference = ''): string => reference.replace('#/components/schemas/', '');

export const resolveSchema = (document: Document, reference: string): Schema | undefined =>
  document.components.schemas[schemaName(reference)];

export const operationsOf = ({ paths }: Document): Operation[] =>
  Object.values(paths).flatMap((methods) =>
    Object.values(methods).filter((operation) => 'responses' in operation),
  );
