import type { INestApplication } from '@nestjs/common';
import { SwaggerModule } from '@nestjs/swagger';
import type { FastifyInstance } from 'fastify';
import type { PublicAddress } from '../config/public-address.js';
import { PREFIX, publicPath } from '../console/paths.js';
import { ASSET_HEADERS } from '../http/asset.js';
import { describeApi } from '../openapi/document.js';
import { ASSETS, referencePage } from './page.js';
import { ScalarScript } from './scalar-script.js';

const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  // Scalar adds <style> elements and style attributes at run time. Only this page allows them: it shows no data of users,
  // and under the other directives a style can load nothing from another host.
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/** `/openapi.json`, the API reference at `/docs`, and the redirect from `/` to the console. */
export function addReference(app: INestApplication, address: PublicAddress): void {
  const raw = { ui: false, raw: ['json' as const], jsonDocumentUrl: '/openapi.json' };
  SwaggerModule.setup('openapi', app, () => describeApi(app, address.url), raw);

  const instance = app.getHttpAdapter().getInstance() as FastifyInstance;
  instance.get('/', (_, reply) => reply.redirect(`${publicPath(address)}${PREFIX}`));
  for (const [path, folder] of [
    ['/docs', 'docs/'],
    ['/docs/', ''],
  ] as const) {
    const page = referencePage(folder);
    instance.get(path, (_, reply) =>
      reply.header('content-security-policy', PAGE_POLICY).type('text/html; charset=utf-8').send(page),
    );
  }
  for (const { name, type, content } of ASSETS) {
    instance.get(`/docs/${name}`, (_, reply) => reply.headers(ASSET_HEADERS).type(type).send(content));
  }
  addScript(instance, new ScalarScript());
}

function addScript(instance: FastifyInstance, script: ScalarScript): void {
  instance.get('/docs/scalar.js', async (request, reply) => {
    const takesGzip = /\bgzip\b/.test(String(request.headers['accept-encoding']));
    void reply
      .headers(ASSET_HEADERS)
      .header('vary', 'accept-encoding')
      .type('text/javascript; charset=utf-8');
    if (takesGzip) void reply.header('content-encoding', 'gzip');
    return reply.send(await (takesGzip ? script.compressed() : script.plain()));
  });
}
