import { readFileSync } from 'node:fs';
import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

/** The page runs its own scripts and styles, talks to this service, and can reach nobody else. */
const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  // The page comes with styles in its markup; they cannot call anybody under this policy.
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/** Serves `/openapi.json` and, at `/docs`, a page that reads it with assets from this machine only. */
export function addDocs(app: INestApplication, publicUrl: string): void {
  const instance = app.getHttpAdapter().getInstance() as FastifyInstance;
  instance.addHook('onSend', (request: FastifyRequest, reply: FastifyReply, payload, done) => {
    if (request.url === '/docs' || request.url.startsWith('/docs/')) {
      reply.header('content-security-policy', PAGE_POLICY);
    }
    done(null, payload);
  });
  SwaggerModule.setup('docs', app, () => document(app, publicUrl), {
    jsonDocumentUrl: '/openapi.json',
    raw: ['json'],
    customSiteTitle: 'Florin',
    swaggerOptions: { validatorUrl: null, persistAuthorization: false },
  });
}

function document(app: INestApplication, publicUrl: string): OpenAPIObject {
  const base = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Florin')
    .setDescription('A payments back end: users, accounts, a double-entry ledger and payment requests.')
    .setVersion(version)
    .addServer(publicUrl)
    .addBearerAuth()
    .build();
  return SwaggerModule.createDocument(app, base);
}
