import { readFile } from 'node:fs/promises';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { ApiError } from '../common/errors/api-error.js';
import { sendError } from '../common/errors/error.filter.js';
import type { PublicAddress } from '../config/public-address.js';
import { ASSET_HEADERS } from '../http/asset.js';
import { PREFIX, publicPath } from './paths.js';

/** The built app. The path is the same from src/ and from dist/. */
export const CONSOLE_FILES = new URL('../../../console/dist/', import.meta.url);

const PAGE_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    // Mantine writes the variables of its theme into a style element at run time.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "frame-ancestors 'none'",
    // The paths of the page follow its <base>.
    "base-uri 'self'",
    "form-action 'none'",
  ].join('; '),
  'cache-control': 'no-cache',
  'referrer-policy': 'no-referrer',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
  'x-robots-tag': 'noindex, nofollow',
};

const NOT_BUILT =
  'The console is not built. Run `npx nx build console`, or start the service with `npm start`.\n';

interface FilePorts {
  readonly address: PublicAddress;
  readonly logger: Logger;
  readonly files?: URL;
}

type FileRequest = FastifyRequest<{ Params: { '*': string } }>;

/** The files of the console, and its page for each of the app's own URLs. */
export const consoleFiles =
  ({ address, logger, files = CONSOLE_FILES }: FilePorts) =>
  async (instance: FastifyInstance): Promise<void> => {
    await instance.register(fastifyStatic, {
      root: files,
      serve: false,
      preCompressed: true,
      cacheControl: false,
      // The name of an asset contains a hash of its content; other files, such as the icon, may change.
      setHeaders: (reply, path) => {
        void reply.headers(isAsset(path) ? ASSET_HEADERS : { 'cache-control': 'no-cache' });
      },
      // The service also runs without the console.
      suppressWarning: true,
    });
    instance.setErrorHandler((error, request, reply) => {
      sendError(error, request, reply, logger);
      return reply;
    });
    const sendPage = (_: FastifyRequest, reply: FastifyReply) => sendIndex(reply, files, address);
    instance.get(PREFIX, sendPage);
    instance.get(`${PREFIX}/`, sendPage);
    instance.get(`${PREFIX}/*`, (request: FileRequest, reply) => {
      const file = request.params['*'];
      if (!isFile(file)) return sendPage(request, reply);
      if (!FILE_NAME.test(file)) throw new ApiError('not_found', 'There is no such file.');
      return reply.sendFile(file);
    });
  };

/** Not the files of a folder above, and no hidden ones. */
const FILE_NAME = /^[\w-][\w.-]*(\/[\w-][\w.-]*)*$/;

/** A URL of the app has no file extension. */
const isFile = (path: string): boolean => path.startsWith('assets/') || /\.[^/]*$/.test(path);

const isAsset = (path: string): boolean => /[\\/]assets[\\/][^\\/]+$/.test(path);

async function sendIndex(reply: FastifyReply, files: URL, address: PublicAddress): Promise<FastifyReply> {
  const page = await readFile(new URL('index.html', files), 'utf8').catch(() => undefined);
  if (page === undefined)
    return reply
      .code(503)
      .header('cache-control', 'no-store')
      .type('text/plain; charset=utf-8')
      .send(NOT_BUILT);
  // The app is built for `/console`; a proxy may serve it below a path.
  const located = page.replaceAll(`="${PREFIX}`, `="${publicPath(address)}${PREFIX}`);
  return reply.headers(PAGE_HEADERS).type('text/html; charset=utf-8').send(located);
}
