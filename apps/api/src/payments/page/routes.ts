import type { CardRateLimiter } from '@florin/infrastructure';
import { type Clock } from '@florin/kernel';
import { type OpenPaymentPage, parseCard, type PaymentPage, type PayPaymentRequest } from '@florin/payments';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { toErrorResponse } from '../../common/errors/error-response.js';
import { ApiError, rateLimited } from '../../common/errors/api-error.js';
import { logFault } from '../../common/errors/log-fault.js';
import type { PublicAddress } from '../../config/public-address.js';
import { isSecureRequest } from '../../auth/secure-request.js';
import { ASSET_HEADERS } from '../../http/asset.js';
import { ASSET_PATHS, ASSETS } from './assets.js';
import { acceptOnlyForms, cardInputOf } from './form-body.js';
import { html } from './html.js';
import { documentOf } from './layout.js';
import { PAGE_HEADERS } from './page-headers.js';
import { isPayable, paymentPage, messagePage, type RenderedPage } from './page.js';
import { isFromOwnPage } from './same-origin.js';
import { textsForAcceptLanguage } from './texts/languages.js';

export interface PagePorts {
  readonly open: OpenPaymentPage;
  readonly pay: PayPaymentRequest;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly address: PublicAddress;
  /** No real card is charged, and the page shows a note. */
  readonly testMode: boolean;
  /** HTTPS is required. */
  readonly production: boolean;
  /** Limits card attempts by IP address and by page; undefined: unlimited. */
  readonly budget?: Pick<CardRateLimiter, 'consume'>;
}

/** How often the page of a processing payment reloads, also without JavaScript. */
const REFRESH_SECONDS = 2;
const SECRET = /^[A-Za-z0-9_-]{16,128}$/;

type PageRequest = FastifyRequest<{ Params: { secret: string } }>;

/** The pages below `/pay`: a plugin with its own body parser and HTML error pages. */
export const paymentPages =
  (ports: PagePorts) =>
  (instance: FastifyInstance, _: object, done: () => void): void => {
    acceptOnlyForms(instance);
    instance.setErrorHandler((error, request, reply) => sendErrorPage(error, request, reply, ports));
    for (const { name, type, content } of ASSETS) {
      instance.get(`/assets/${name}`, (_request, reply) =>
        reply.headers(ASSET_HEADERS).type(type).send(content),
      );
    }
    const onRequest = rejectInsecureRequest(ports);
    instance.get('/:secret', { onRequest }, async (request: PageRequest, reply) => {
      const page = await openPage(request, ports);
      if (page.state === 'processing') void reply.header('refresh', String(REFRESH_SECONDS));
      return sendPage(reply, 200, paymentPage(page), ports);
    });
    // Some mail and chat programs append a slash to links. The relative paths of the assets need the URL without it.
    instance.get('/:secret/', { onRequest }, async (request: PageRequest, reply) => {
      await openPage(request, ports);
      return reply.code(302).headers(PAGE_HEADERS).header('location', `../${request.params.secret}`).send();
    });
    instance.post('/:secret', { onRequest }, (request: PageRequest, reply) =>
      submitCard(request, reply, ports),
    );
    done();
  };

/** Also for GET: an attacker who can change the form in transit can redirect the card data. */
const rejectInsecureRequest =
  (ports: PagePorts) =>
  (request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
    if (!ports.production || isSecureRequest(request)) {
      done();
      return;
    }
    request.errorCode = 'invalid_request';
    const texts = textsForAcceptLanguage(request.headers['accept-language']);
    void sendPage(reply, 400, messagePage(texts, texts.insecure, 'warn'), ports);
  };

async function submitCard(
  request: PageRequest,
  reply: FastifyReply,
  ports: PagePorts,
): Promise<FastifyReply> {
  const { secret } = request.params;
  if (!isFromOwnPage(request, ports.address.url))
    throw new ApiError('forbidden', 'The form was sent from another origin.');
  await limitCardAttempts(request, ports);
  const page = await openPage(request, ports);
  if (isPayable(page.state)) {
    const input = cardInputOf(request.body);
    const { card, problems } = parseCard(input, ports.clock.now());
    if (card === undefined) {
      // Truncated, so that a card number in the wrong field is not sent back.
      const expiry = input.expiry.trim().slice(0, 9);
      return sendPage(reply, 422, paymentPage(page, { problems, expiry }), ports);
    }
    await ports.pay.execute(secret, card);
  }
  // Post/Redirect/Get: a reload does not send the card again.
  return reply.code(303).headers(PAGE_HEADERS).header('location', secret).send();
}

async function openPage(request: PageRequest, { open }: PagePorts): Promise<PaymentPage> {
  const { secret } = request.params;
  const page = SECRET.test(secret) ? await open.execute(secret) : undefined;
  if (page === undefined) throw new ApiError('not_found', 'There is no payment request here.');
  request.subjectId = page.request.id;
  return page;
}

/** Against card testing: a customer needs few attempts, a fraudster with stolen numbers needs many. */
async function limitCardAttempts({ ip, params }: PageRequest, { budget }: PagePorts): Promise<void> {
  const waitSeconds = await budget?.consume(ip, params.secret);
  if (waitSeconds !== undefined) throw rateLimited('Too many card attempts. Try again later.', waitSeconds);
}

function sendErrorPage(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  ports: PagePorts,
): FastifyReply {
  const { status, code, headers } = toErrorResponse(error);
  request.errorCode = code;
  if (status >= 500) logFault(ports.logger, { error, status, request, target: 'page' });
  const texts = textsForAcceptLanguage(request.headers['accept-language']);
  const again = html`<p><a class="button" href="">${texts.tryAgain}</a></p>`;
  const rendered =
    status === 404
      ? messagePage(texts, texts.unknown, 'warn')
      : status === 429 || status === 503
        ? messagePage(texts, texts.busy, 'wait', again)
        : messagePage(texts, texts.broken, 'warn', again);
  return sendPage(reply.headers(headers), status, rendered, ports);
}

function sendPage(
  reply: FastifyReply,
  status: number,
  rendered: RenderedPage,
  { testMode }: PagePorts,
): FastifyReply {
  const document = documentOf({ ...rendered, testMode }, ASSET_PATHS);
  return reply.code(status).headers(PAGE_HEADERS).type('text/html; charset=utf-8').send(document);
}
