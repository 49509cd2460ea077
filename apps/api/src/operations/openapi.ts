import { readFileSync } from 'node:fs';
import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { STATUS } from '../errors/codes.js';

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

/** Describes the service from the very decorators that validate it, and what all operations have in common. */
export function describeApi(app: INestApplication, publicUrl: string): OpenAPIObject {
  const base = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Florin')
    .setDescription('A payments back end: users, accounts, a double-entry ledger and payment requests.')
    .setVersion(version)
    .addServer(publicUrl)
    .addBearerAuth()
    .build();
  const document = SwaggerModule.createDocument(app, base);
  addErrors(document);
  document.paths = { ...document.paths, ...OPERATIONS };
  return document;
}

const ERROR_SCHEMA = {
  type: 'object',
  required: ['error', 'message'],
  additionalProperties: false,
  properties: {
    error: { type: 'string', enum: Object.keys(STATUS), description: 'What kind of refusal it is.' },
    message: { type: 'string', description: 'The same for a human reader: which field, and what it wanted.' },
  },
};

const refusal = (description: string): object => ({
  description,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
});

/** Every operation can be refused, and every refusal looks the same. */
function addErrors(document: OpenAPIObject): void {
  const components = (document.components ??= {});
  components.schemas = { ...components.schemas, Error: ERROR_SCHEMA };
  for (const path of Object.values(document.paths)) {
    for (const operation of Object.values(path) as { responses?: Record<string, unknown> }[]) {
      if (operation.responses !== undefined) operation.responses.default ??= refusal('A refusal.');
    }
  }
}

const healthAnswer = (description: string, status: string): object => ({
  description,
  content: {
    'application/json': {
      schema: {
        type: 'object',
        required: ['status'],
        properties: { status: { type: 'string', enum: [status] } },
      },
    },
  },
});

const operation = (operationId: string, summary: string, responses: object): object => ({
  get: { operationId, summary, tags: ['Operations'], parameters: [], responses },
});

/** Routes of the server itself, which no controller declares. */
const OPERATIONS = {
  '/health/live': operation('health.live', 'Whether the process runs', {
    200: healthAnswer('It does.', 'live'),
  }),
  '/health/ready': operation('health.ready', 'Whether requests can be served', {
    200: healthAnswer('They can.', 'ready'),
    503: refusal('The database is away, a migration is pending, or the service is shutting down.'),
  }),
  '/metrics': operation('metrics', 'Measurements for Prometheus', {
    200: { description: 'In its text format.', content: { 'text/plain': { schema: { type: 'string' } } } },
  }),
} as OpenAPIObject['paths'];
