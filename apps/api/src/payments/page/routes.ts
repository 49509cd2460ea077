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
  /** Whether cards are only played with; the page then says so. */
  readonly testMode: boolean;
  /** Whether real cards may be typed in, so that nothing may come or go in the clear. */
  readonly production: boolean;
  /** How many tries an address and a page have; as many as they like, if there is none. */
  readonly budget?: Pick<CardRateLimiter, 'consume'>;
}

/** What a request still under way is asked again after, by a browser that runs no script either. */
const REFRESH_SECONDS = 2;
const SECRET = /^[A-Za-z0-9_-]{16,128}$/;

type PageRequest = FastifyRequest<{ Params: { secret: string } }>;

/** The pages below `/pay`. A scope of their own: they read forms, speak HTML, and answer errors in it. */
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
    // Some who pass links on put a slash behind them. The page's files lie beside it, so that it must be without one.
    instance.get('/:secret/', { onRequest }, async (request: PageRequest, reply) => {
      await openPage(request, ports);
      return reply.code(302).headers(PAGE_HEADERS).header('location', `../${request.params.secret}`).send();
    });
    instance.post('/:secret', { onRequest }, (request: PageRequest, reply) =>
      submitCard(request, reply, ports),
    );
    done();
  };

/** The page as well as the card: a form that others could have changed on its way sends the card wherever they like. */
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
    throw new ApiError('forbidden', 'This form belongs to another page.');
  await limitCardAttempts(request, ports);
  const page = await openPage(request, ports);
  if (isPayable(page.state)) {
    const input = cardInputOf(request.body);
    const { card, problems } = parseCard(input, ports.clock.now());
    if (card === undefined) {
      // As long as an end may be, and so short that no card number is given back that was typed into the wrong field.
      const expiry = input.expiry.trim().slice(0, 9);
      return sendPage(reply, 422, paymentPage(page, { problems, expiry }), ports);
    }
    await ports.pay.execute(secret, card);
  }
  // Whatever became of it is what the page now shows, also to whoever reloads it.
  return reply.code(303).headers(PAGE_HEADERS).header('location', secret).send();
}

async function openPage(request: PageRequest, { open }: PagePorts): Promise<PaymentPage> {
  const { secret } = request.params;
  const page = SECRET.test(secret) ? await open.execute(secret) : undefined;
  if (page === undefined) throw new ApiError('not_found', 'There is no payment request here.');
  request.subjectId = page.request.id;
  return page;
}

/** Whoever tries out cards that are not theirs needs many tries; whoever has a card of their own needs few. */
async function limitCardAttempts({ ip, params }: PageRequest, { budget }: PagePorts): Promise<void> {
  const waitSeconds = await budget?.consume(ip, params.secret);
  if (waitSeconds !== undefined) throw rateLimited('Too many tries.', waitSeconds);
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
