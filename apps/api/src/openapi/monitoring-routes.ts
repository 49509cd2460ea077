import { headerRef, responseRef } from './common.js';

/** Routes of the server that no controller declares. */
export const MONITORING_ROUTES = {
  '/health/live': route('checkLiveness', 'Check liveness', {
    200: response('The process is running.', health('live')),
  }),
  '/health/ready': route(
    'checkReadiness',
    'Check readiness',
    { 200: response('Florin can handle requests.', health('ready')), 503: responseRef('Unavailable') },
    'Not ready while the database is unavailable, a migration is pending, or Florin is shutting down.',
  ),
  '/metrics': route(
    'getMetrics',
    'Retrieve metrics',
    {
      200: response('Metrics in the text format of Prometheus.', {
        'text/plain': { schema: { type: 'string', examples: ['http_requests_in_flight 3'] } },
      }),
      404: responseRef('NotFound'),
    },
    'Only for requests from the same machine that no proxy forwarded, and for requests with the setting `METRICS_TOKEN` as bearer token. Other requests get 404.',
  ),
};

function route(operationId: string, summary: string, responses: object, description?: string): object {
  return {
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
      status: { type: 'string', enum: [status], description: 'The status.', examples: [status] },
    },
  };
  return { 'application/json': { schema } };
}
