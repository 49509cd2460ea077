import type { INestApplication } from '@nestjs/common';
import { SwaggerModule } from '@nestjs/swagger';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { PublicAddress } from '../http/public-address.js';
import { describeApi } from '../openapi/document.js';

/** The page runs its own scripts and styles, talks to this service, and can reach nobody else. */
const pagePolicy = (publicUrl: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    // The page comes with styles in its markup; under this policy they can fetch nothing.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self' ${new URL(publicUrl).origin}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');

/** The library that serves the page leaves open in which characters it is, and a browser would have to guess. */
function nameCharacters(reply: FastifyReply): void {
  const type = reply.getHeader('content-type');
  if (typeof type === 'string' && /^(text\/|application\/javascript)[^;]*$/.test(type)) {
    reply.header('content-type', `${type}; charset=utf-8`);
  }
}

/** Serves `/openapi.json` and, at `/docs`, a page that reads it with assets from this machine only. */
export function addDocs(app: INestApplication, address: PublicAddress): void {
  const instance = app.getHttpAdapter().getInstance() as FastifyInstance;
  instance.addHook('onSend', (request: FastifyRequest, reply: FastifyReply, payload, done) => {
    if (request.url === '/docs' || request.url.startsWith('/docs/')) {
      reply.header('content-security-policy', pagePolicy(address.url));
      nameCharacters(reply);
    }
    done(null, payload);
  });
  SwaggerModule.setup('docs', app, () => describeApi(app, address.url), {
    jsonDocumentUrl: '/openapi.json',
    raw: ['json'],
    customSiteTitle: 'Florin',
    swaggerOptions: { validatorUrl: null, persistAuthorization: false },
  });
}
