import {
  type Attempt,
  type CardProblems,
  MAX_DECLINES,
  type PageState,
  type PaymentPage,
} from '@florin/payments';
import { cardForm, hasProblems } from './card-form.js';
import { renderOutcome, outcomeOf } from './outcome.js';
import { amountText, dateText, daysText, localeForAmounts, sizeOf, timeLeftText } from './format.js';
import { html, type Html } from './html.js';
import { type Mark, markOf } from './layout.js';
import { textsFor } from './texts/languages.js';
import type { Texts, PageText } from './texts/texts.js';
import { localeOf, type View } from './view.js';

export interface RenderedPage {
  readonly texts: Texts;
  readonly title: string;
  readonly content: Html;
}

/** The problems of the submitted card, and the input that may be shown again. */
export interface CardFormErrors {
  readonly problems: CardProblems;
  readonly expiry: string;
}

const NO_ERRORS: CardFormErrors = { problems: {}, expiry: '' };

/** A page without a payment request, such as 404. */
export function messagePage(texts: Texts, text: PageText, mark: Mark, more?: Html): RenderedPage {
  const content = html`<div class="state">
    ${markOf(mark)}
    <h1>${text.title}</h1>
    <p>${text.body({})}</p>
    ${more}
  </div>`;
  return { texts, title: text.title, content };
}

export function paymentPage(page: PaymentPage, errors: CardFormErrors = NO_ERRORS): RenderedPage {
  const texts = textsFor(page.payee.language);
  const view = { ...page, texts, amount: amountOf(page) };
  const title = `${hasProblems(errors.problems) ? texts.correctFields : titleOf(view)} · ${page.payee.name}`;
  const content = isPayable(page.state)
    ? html`${renderHeader(view)} ${renderAttemptNotice(view)}
      ${cardForm({ texts, amount: view.amount, now: page.now, ...errors })}`
    : html`${renderHeader(view)} ${renderOutcome(view)}`;
  return { texts, title, content };
}

export const isPayable = (state: PageState): boolean =>
  state === 'payable' || state === 'declined' || state === 'not_charged';

const amountOf = ({ request: { amount, currency }, payee: { language } }: PaymentPage): string =>
  amountText(amount, currency, localeForAmounts(currency, language, textsFor(language).language));

function renderHeader({ texts, payee, request, period, amount, state, now }: View): Html {
  const { expiresAt, reference, currency } = request;
  const locale = localeOf(payee, texts);
  const expiryRow = html`<dt>${texts.payBy}</dt>
    <dd>
      <time datetime="${expiresAt.toISOString()}">${dateText(expiresAt, locale, payee.timezone)}</time>
      <span class="left" data-left="${expiresAt.getTime() - now.getTime()}"
        >${timeLeftText(expiresAt, now, texts.language)}</span
      >
    </dd>`;
  const referenceRow = html`<dt>${texts.reference}</dt>
    <dd><bdi>${reference}</bdi></dd>`;
  const periodRow =
    period &&
    html`<dt>${texts.period}</dt>
      <dd>${daysText(period.startAt, period.endAt, locale, payee.timezone)}</dd>`;
  const hasFacts = reference !== undefined || period !== undefined || isPayable(state);
  return html`<header class="head">
    <h1><span class="eyebrow">${texts.payTo}</span> <bdi>${payee.name}</bdi></h1>
    <p class="amount amount-${sizeOf(amount)}">
      ${amount} ${!amount.includes(currency) && html`<span class="code">${currency}</span>`}
    </p>
    ${hasFacts && html`<dl>${reference !== undefined && referenceRow} ${periodRow} ${isPayable(state) && expiryRow}</dl>`}
  </header>`;
}

/** The result of the last attempt, above the form for the next one. */
function renderAttemptNotice({ state, texts, lastAttempt, request }: View): Html | undefined {
  if (state === 'payable' || lastAttempt === undefined) return undefined;
  const { declineReason: declined, last4 } = lastAttempt;
  const { title } = declined === undefined ? texts.notCharged : texts.declined;
  const body =
    declined === undefined ? notChargedBody(texts, lastAttempt) : texts.declined.because[declined](last4);
  const tries = html`<p class="tries">${texts.declined.triesLeft(MAX_DECLINES - request.declines)}</p>`;
  return html`<div class="note note-bad" role="alert">
    <h2>${title}</h2>
    <p>${body}</p>
    ${declined !== undefined && tries}
  </div>`;
}

/** A charge that could not be credited is reversed; the customer may see both at the bank. */
const notChargedBody = ({ card, notCharged }: Texts, { status, last4 }: Attempt): string =>
  status === 'reversed' ? card.reversalNotice(last4) : notCharged.body({});

function titleOf(view: View): string {
  if (view.state === 'declined') return view.texts.declined.title;
  if (view.state === 'not_charged') return view.texts.notCharged.title;
  return view.state === 'payable' ? view.texts.pay(view.amount) : outcomeOf(view).text.title;
}
