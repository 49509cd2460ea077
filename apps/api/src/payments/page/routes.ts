import type { AccountDirectory } from '@florin/accounts';
import type { CardRateLimiter } from '@florin/infrastructure';
import { type Clock, parseId } from '@florin/kernel';
import {
  type OpenPaymentPage,
  parseCard,
  type PaymentPage,
  type PayPaymentRequest,
  returnUrlOf,
} from '@florin/payments';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { ApiError, rateLimited } from '../../common/errors/api-error.js';
import type { PublicAddress } from '../../config/public-address.js';
import { ASSET_HEADERS } from '../../http/asset.js';
import { pathOf } from '../../http/normalize-url.js';
import { ASSET_PATHS, ASSETS } from './assets.js';
import { serveAssets } from '../../pages/assets.js';
import { acceptOnlyForms } from '../../pages/forms.js';
import { errorPage, messagePage } from '../../pages/messages.js';
import { languageRequestOf, recordError, rejectInsecureRequest } from '../../pages/requests.js';
import { brandStyle, brandStylePath } from './brand.js';
import { cardInputOf } from './form-body.js';
import { isolateLtr } from './format.js';
import { html, type Html } from '../../pages/html.js';
import { documentOf } from '../../pages/layout.js';
import { RETURN_SECONDS } from './outcome.js';
import { PAGE_HEADERS } from '../../pages/page-headers.js';
import { isPayable, paymentPage } from './page.js';
import { receiptPage } from './receipt.js';
import { isFromOwnPage } from '../../pages/same-origin.js';
import { type Language, LANGUAGES } from './texts/languages.js';
import type { Texts } from './texts/texts.js';
import type { PageLinks, RenderedPage } from './view.js';

export interface PagePorts {
  readonly open: OpenPaymentPage;
  readonly pay: PayPaymentRequest;
  readonly accounts: Pick<AccountDirectory, 'findLogo'>;
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
const LOGO_VERSION = /^[A-Za-z0-9_-]{1,64}$/;
const SECRET = /^[A-Za-z0-9_-]{16,128}$/;

/** Approved by the sandbox. */
const TEST_CARD = '4242 4242 4242 4242';

type PageRequest = FastifyRequest<{ Params: { secret: string } }>;

/** The pages below `/pay`: a plugin with its own body parser and HTML error pages. */
export const paymentPages =
  (ports: PagePorts) =>
  (instance: FastifyInstance, _: object, done: () => void): void => {
    acceptOnlyForms(instance);
    instance.setErrorHandler((error, request, reply) => sendErrorPage(error, request, reply, ports));
    serveAssets(instance, ASSETS);
    instance.get('/brand/:file', (request: FastifyRequest<{ Params: { file: string } }>, reply) => {
      const style = brandStyle(request.params.file);
      if (style === undefined) throw new ApiError('not_found', 'There is no such stylesheet.');
      return reply.headers(ASSET_HEADERS).type('text/css; charset=utf-8').send(style);
    });
    instance.get('/logos/:account/:version', (request: LogoRequest, reply) =>
      sendLogo(request, reply, ports),
    );
    const onRequest = rejectInsecureRequest(ports.production, (request, reply) => {
      const texts = textsOf(request);
      void sendPage(reply, 400, messagePage(texts, texts.insecure, 'warn'), ports);
    });
    instance.get('/:secret', { onRequest }, async (request: PageRequest, reply) => {
      const page = await openPage(request, ports);
      const refresh = refreshOf(page);
      if (refresh !== undefined) void reply.header('refresh', refresh);
      return sendPage(reply, 200, paymentPage(page, languageOf(request, page), linksOf(request)), ports);
    });
    instance.get('/:secret/receipt', { onRequest }, async (request: PageRequest, reply) => {
      const page = await openPage(request, ports);
      const links = linksOf(request);
      if (page.state !== 'paid')
        return reply.code(302).headers(PAGE_HEADERS).header('location', links.page).send();
      return sendPage(reply, 200, receiptPage(page, languageOf(request, page), links), ports);
    });
    // Some mail and chat programs append a slash to links. The relative paths of the assets need the URL without it.
    instance.get('/:secret/', { onRequest }, async (request: PageRequest, reply) => {
      await openPage(request, ports);
      return reply.code(302).headers(PAGE_HEADERS).header('location', linksOf(request).page).send();
    });
    instance.post('/:secret', { onRequest }, (request: PageRequest, reply) =>
      submitCard(request, reply, ports),
    );
    done();
  };

/** A processing payment reloads; a paid one redirects to `success_url`. A header, because it needs no JavaScript. */
function refreshOf({ state, request }: PaymentPage): string | undefined {
  if (state === 'processing') return String(REFRESH_SECONDS);
  const url = state === 'paid' ? returnUrlOf(request.successUrl, request.id) : undefined;
  return url && `${RETURN_SECONDS}; url=${url}`;
}

const languageOf = (request: FastifyRequest, { payee }: PaymentPage): Language =>
  LANGUAGES.languageFor(languageRequestOf(request, LANGUAGES), payee.language);

/** For pages without an account. */
const textsOf = (request: FastifyRequest): Texts =>
  LANGUAGES.languageFor(languageRequestOf(request, LANGUAGES)).texts;

/** The folder of all payment pages, relative to the page: empty for /pay/{secret}, `../` for what is below it. */
const rootOf = ({ url }: FastifyRequest): string =>
  '../'.repeat(Math.max(0, pathOf(url).split('/').length - 3));

function linksOf(request: PageRequest): PageLinks {
  const root = rootOf(request);
  const { secret } = request.params;
  const { lang } = languageRequestOf(request, LANGUAGES);
  const query = lang === undefined ? '' : `?lang=${lang}`;
  return { root, page: `${root}${secret}${query}`, receipt: `${root}${secret}/receipt${query}` };
}

type LogoRequest = FastifyRequest<{ Params: { account: string; version: string } }>;

/** An image and nothing else, whatever its bytes: see also `nosniff`. */
const LOGO_HEADERS: Readonly<Record<string, string>> = {
  ...ASSET_HEADERS,
  'content-security-policy': "default-src 'none'; sandbox",
  // For the mails and websites of the business.
  'cross-origin-resource-policy': 'cross-origin',
};

async function sendLogo(
  { params }: LogoRequest,
  reply: FastifyReply,
  ports: PagePorts,
): Promise<FastifyReply> {
  const id = parseId('acct', params.account);
  const isVersion = LOGO_VERSION.test(params.version);
  const logo = id && isVersion ? await ports.accounts.findLogo(id, params.version) : undefined;
  if (logo === undefined) throw new ApiError('not_found', 'There is no such logo.');
  return reply.headers(LOGO_HEADERS).type(logo.type).send(logo.content);
}

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
      const errors = { problems, expiry };
      return sendPage(
        reply,
        422,
        paymentPage(page, languageOf(request, page), linksOf(request), errors),
        ports,
      );
    }
    await ports.pay.execute(secret, card);
  }
  // Post/Redirect/Get: a reload does not send the card again.
  return reply.code(303).headers(PAGE_HEADERS).header('location', linksOf(request).page).send();
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
  const { status, headers } = recordError(error, request, ports.logger);
  return sendPage(reply.headers(headers), status, errorPage(status, textsOf(request)), ports);
}

function sendPage(
  reply: FastifyReply,
  status: number,
  { texts, title, content, links, color, isPayable = false }: RenderedPage,
  { testMode }: PagePorts,
): FastifyReply {
  const footer = testMode && renderTestNote(texts, isPayable);
  const parts = {
    texts,
    title,
    content,
    root: links?.root ?? rootOf(reply.request),
    brandStyle: color && brandStylePath(color),
    footer,
  };
  const document = documentOf(parts, ASSET_PATHS);
  return reply.code(status).headers(PAGE_HEADERS).type('text/html; charset=utf-8').send(document);
}

function renderTestNote(texts: Texts, isPayable: boolean): Html {
  if (!isPayable) return html`<footer class="badge">${texts.testMode}</footer>`;
  const copy = html`<button
    type="button"
    class="copy"
    data-copy="${TEST_CARD}"
    data-copied="${texts.copied}"
    aria-live="polite"
    hidden
  >
    ${texts.copy}
  </button>`;
  return html`<footer class="badge">
    ${texts.testCard(isolateLtr(TEST_CARD, texts.direction))} ${copy}
  </footer>`;
}
