import { headerRef, parameterRef, responseRef } from './common.js';

/** Routes of the server itself, which no controller declares. */
export const MONITORING_ROUTES = {
  '/health/live': route('checkLiveness', 'Whether the process runs', {
    200: response('It does.', health('live')),
  }),
  '/health/ready': route(
    'checkReadiness',
    'Whether requests can be served',
    { 200: response('They can.', health('ready')), 503: responseRef('Unavailable') },
    'Not while the database is away, a migration is pending, or the service is shutting down.',
  ),
  '/metrics': route(
    'getMetrics',
    'Measurements for Prometheus',
    {
      200: response('In its text format.', {
        'text/plain': { schema: { type: 'string', examples: ['http_requests_in_flight 3'] } },
      }),
      404: responseRef('NotFound'),
    },
    'For requests from the same machine that no proxy forwarded, and for those with the `METRICS_TOKEN` of the settings as a bearer token. Others get a 404.',
  ),
};

function route(operationId: string, summary: string, responses: object, description?: string): object {
  return {
    parameters: [parameterRef('RequestId')],
    get: {
      operationId,
      summary,
      ...(description !== undefined && { description }),
      tags: ['Operations'],
      security: [],
      responses: {
        ...responses,
        400: responseRef('InvalidRequest'),
        500: responseRef('InternalError'),
        default: responseRef('Unreached'),
      },
    },
  };
}

function response(description: string, content: object): object {
  return { description, headers: { 'X-Request-Id': headerRef('RequestId') }, content };
}

function health(status: string): object {
  const schema = {
    type: 'object',
    required: ['status'],
    properties: {
      status: { type: 'string', enum: [status], description: 'How it is.', examples: [status] },
    },
  };
  return { 'application/json': { schema } };
}
