import { EmptyBody } from '../common/validation/empty.dto.js';
import type { Document, Operation, Schema } from './shape.js';

/** Brings every schema that the library made up to OpenAPI 3.1: `examples` in place of `example`. */
export function modernise(document: Document): void {
  for (const schema of Object.values(document.components.schemas)) moderniseSchema(schema);
  for (const operation of operationsOf(document)) {
    for (const { schema } of operation.parameters ?? []) if (schema !== undefined) moderniseSchema(schema);
  }
}

function moderniseSchema(schema: Schema): void {
  if ('example' in schema) {
    schema.examples = [schema.example];
    delete schema.example;
  }
  const { properties = {}, items } = schema;
  for (const inner of [...Object.values(properties), ...(items === undefined ? [] : [items])]) {
    moderniseSchema(inner);
  }
}

/** A body without any field is declared so that unknown fields are refused; the document shows no body there. */
export function hideEmptyRequestBodies(document: Document): void {
  for (const operation of operationsOf(document)) {
    const reference = operation.requestBody?.content['application/json']?.schema?.$ref;
    if (reference === undefined || Object.keys(named(document, reference)?.properties ?? {}).length > 0)
      continue;
    delete operation.requestBody;
  }
  Reflect.deleteProperty(document.components.schemas, EmptyBody.name);
}

/** What is sent may hold no field that nobody knows; that is refused. Answers may grow. */
export function closeRequestBodies(document: Document): void {
  for (const { requestBody } of operationsOf(document)) {
    for (const { schema } of Object.values(requestBody?.content ?? {})) close(document, schema);
  }
}

function close(document: Document, schema: Schema | undefined): void {
  const resolved = schema?.$ref === undefined ? schema : named(document, schema.$ref);
  if (resolved?.properties === undefined || resolved.additionalProperties !== undefined) return;
  resolved.additionalProperties = false;
  for (const inner of Object.values(resolved.properties)) close(document, inner);
}

export const nameOf = (reference = ''): string => reference.replace('#/components/schemas/', '');

export const named = (document: Document, reference: string): Schema | undefined =>
  document.components.schemas[nameOf(reference)];

export const operationsOf = ({ paths }: Document): Operation[] =>
  Object.values(paths).flatMap((methods) =>
    Object.values(methods).filter((operation) => 'responses' in operation),
  );
