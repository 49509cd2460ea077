import { readFileSync } from 'node:fs';
import { type OperationName, type Permission, PERMISSIONS, type Role, ROLES } from '@florin/identity';
import type { Document, Parameter, Schema } from '../../apps/api/src/openapi/openapi-types.js';

export interface FuzzedOperation {
  readonly id: string;
  readonly method: string;
  /** With parameters in braces. */
  readonly path: string;
  readonly parameters: readonly FuzzedParameter[];
  readonly body?: { readonly schema: Schema; readonly required: boolean };
  /** Absent for operations without authentication. */
  readonly permission?: Permission;
  /** An HTML page, which is not in the document. */
  readonly isPage: boolean;
}

export interface FuzzedParameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly schema: Schema;
}

export const openApiDocument = JSON.parse(
  readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8'),
) as Document;

const METHODS = new Set(['get', 'post', 'put', 'patch', 'delete']);

export function resolveRef(schema: Schema): Schema {
  // A nullable reference is one alternative of two.
  const { $ref } = schema.anyOf?.find((alternative) => alternative.$ref !== undefined) ?? schema;
  const name = $ref?.split('/').at(-1);
  return name === undefined ? schema : (openApiDocument.components.schemas[name] ?? {});
}

function describedOperations(): FuzzedOperation[] {
  return Object.entries(openApiDocument.paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([method]) => METHODS.has(method))
      .map(([method, operation]) => {
        const content = operation.requestBody?.content['application/json'];
        const name = (operation as { 'x-operation'?: OperationName })['x-operation'];
        return {
          id: operation.operationId ?? `${method} ${path}`,
          method: method.toUpperCase(),
          path,
          parameters: (operation.parameters ?? []).map(describedParameter),
          ...(content?.schema && {
            body: { schema: content.schema, required: operation.requestBody?.required === true },
          }),
          ...(name && { permission: PERMISSIONS[name] }),
          isPage: false,
        };
      }),
  );
}

function describedParameter(parameter: Parameter): FuzzedParameter {
  const name = parameter.$ref?.split('/').at(-1);
  const described = (
    name === undefined ? parameter : openApiDocument.components.parameters?.[name]
  ) as FuzzedParameter;
  return { name: described.name, in: described.in, schema: resolveRef(described.schema) };
}

const page = (id: string, method: string, path: string): FuzzedOperation => ({
  id,
  method,
  path,
  parameters: path.includes('{secret}') ? [{ name: 'secret', in: 'path', schema: { type: 'string' } }] : [],
  isPage: true,
});

/** The operations of the document, and the HTML pages. */
export const OPERATIONS: readonly FuzzedOperation[] = [
  ...describedOperations(),
  page('openPaymentPage', 'GET', '/pay/{secret}'),
  page('submitCard', 'POST', '/pay/{secret}'),
  page('getPageStyle', 'GET', '/pay/assets/page.css'),
  page('readResetDone', 'GET', '/reset/done'),
  page('getResetStyle', 'GET', '/reset/assets/page.css'),
  page('readDocs', 'GET', '/docs'),
  page('openConsole', 'GET', '/console/payments'),
  page('readDocument', 'GET', '/openapi.json'),
];

export const rolesFor = ({ permission }: FuzzedOperation): readonly Role[] =>
  permission === undefined ? ROLES : ROLES.filter((role) => permission.reach[role] !== 'none');
