import { readFileSync } from 'node:fs';
import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { STATUS } from '../common/errors/codes.js';
import { DESCRIPTION, HEADERS, PARAMETERS, schemaRef, SECURITY_SCHEMES, TAGS } from './common.js';
import { finishOperation } from './finish-operation.js';
import { MONITORING_ROUTES } from './monitoring-routes.js';
import { addErrorResponse, ERROR_SCHEMA, UNROUTED_RESPONSE } from './responses.js';
import { forbidUnknownRequestFields, hideEmptyRequestBodies, toOpenApi31, operationsOf } from './schemas.js';
import type { Document, PathItem } from './openapi-types.js';

const { version, license } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
) as { version: string; license: string };

const ERROR_RESPONSE = {
  description: 'An error.',
  content: { 'application/json': { schema: schemaRef('Error') } },
};

/** Creates the document from the decorators of the controllers and DTOs, the permission table and the error codes. */
export function describeApi(app: INestApplication, serverUrl: string): OpenAPIObject {
  const base = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Florin')
    .setVersion(version)
    .addServer(serverUrl)
    .build();
  const document = SwaggerModule.createDocument(app, base) as unknown as Document;
  document.info = {
    title: 'Florin',
    version,
    description: DESCRIPTION,
    license: { name: license, identifier: license },
  };
  document.tags = TAGS;

  const { components } = document;
  components.schemas.Error = ERROR_SCHEMA as unknown as Document['components']['schemas'][string];
  components.responses = { Unreached: UNROUTED_RESPONSE };
  // The monitoring routes refer to these responses.
  for (const code of ['invalid_request', 'internal_error', 'unavailable'] as const)
    addErrorResponse(document, STATUS[code], [code]);
  components.parameters = PARAMETERS;
  components.headers = HEADERS;
  components.securitySchemes = SECURITY_SCHEMES;

  toOpenApi31(document);
  hideEmptyRequestBodies(document);
  forbidUnknownRequestFields(document);
  for (const operation of operationsOf(document)) {
    finishOperation(document, operation);
    // For operations without a row in the permission table, such as those of tests.
    operation.responses = { default: ERROR_RESPONSE, ...operation.responses };
  }
  document.paths = { ...document.paths, ...(MONITORING_ROUTES as unknown as Record<string, PathItem>) };
  return document as unknown as OpenAPIObject;
}
