import type { INestApplication } from '@nestjs/common';
import { SwaggerModule } from '@nestjs/swagger';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../common/errors/api-error.js';
import { pathOf } from '../http/normalize-url.js';
import type { PublicAddress } from '../config/public-address.js';
import { describeApi } from './document.js';

/** The page runs its own scripts and styles, talks to this service, and can reach nobody else. */
const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  // The page comes with styles in its markup; under this policy they can fetch nothing.
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

const PAGES: ReadonlySet<string> = new Set(['/docs', '/docs/']);

/** The library that serves the page leaves open in which characters it is, and a browser would have to guess. */
function addCharset(reply: FastifyReply): void {
  const type = reply.getHeader('content-type');
  if (typeof type === 'string' && /^(text\/|application\/javascript)[^;]*$/.test(type)) {
    reply.header('content-type', `${type}; charset=utf-8`);
  }
}

/**
 * The library's page does not say how wide it is made for, and a phone would show it in letters too small to read. Where
 * its files lie, the library tells by whether the address ends with a slash, a query included, and would miss them.
 */
const patchSwaggerPage = (page: string, path: string): string =>
  page
    .replace('<head>', '<head>\n  <meta name="viewport" content="width=device-width, initial-scale=1">')
    .replaceAll(/(src|href)="\.\/(?:docs\/)?/g, `$1="./${path === '/docs' ? 'docs/' : ''}`);

/** The page, what it loads, and the licences that its scripts name. */
const FILES: ReadonlySet<string> = new Set([
  '',
  'favicon-16x16.png',
  'favicon-32x32.png',
  'swagger-ui.css',
  'swagger-ui-bundle.js',
  'swagger-ui-bundle.js.LICENSE.txt',
  'swagger-ui-init.js',
  'swagger-ui-standalone-preset.js',
  'swagger-ui-standalone-preset.js.LICENSE.txt',
]);

/** The library would take any address below the page for the name of a file, and hand out all that came in its package. */
function refuseOtherFiles(request: FastifyRequest, _: FastifyReply, done: (error?: Error) => void): void {
  const path = pathOf(request.url);
  const isServed = !path.startsWith('/docs/') || FILES.has(path.slice('/docs/'.length));
  done(isServed ? undefined : new ApiError('not_found', 'There is nothing at this address.'));
}

/** Serves `/openapi.json` and, at `/docs`, a page that reads it with assets from this machine only. */
export function addDocs(app: INestApplication, address: PublicAddress): void {
  const instance = app.getHttpAdapter().getInstance() as FastifyInstance;
  instance.addHook('onRequest', refuseOtherFiles);
  instance.addHook('onSend', (request: FastifyRequest, reply: FastifyReply, payload, done) => {
    const path = pathOf(request.url);
    if (path !== '/docs' && !path.startsWith('/docs/')) {
      done(null, payload);
      return;
    }
    reply.header('content-security-policy', PAGE_POLICY);
    addCharset(reply);
    const isPage = PAGES.has(path) && typeof payload === 'string';
    done(null, isPage ? patchSwaggerPage(payload, path) : payload);
  });
  // The page asks where it was opened, by whichever name that was: under another one a browser lets it ask nothing.
  SwaggerModule.setup('docs', app, () => describeApi(app, new URL(address.url).pathname), {
    raw: false,
    customSiteTitle: 'Florin',
    // A bar with the name of the library's makers, where the page's own title belongs.
    customCss: '.swagger-ui .topbar { display: none }',
    swaggerOptions: { validatorUrl: null, persistAuthorization: false },
  });
  const raw = { ui: false, raw: ['json' as const], jsonDocumentUrl: '/openapi.json' };
  SwaggerModule.setup('openapi', app, () => describeApi(app, address.url), raw);
}
