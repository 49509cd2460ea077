import {
  type Attempt,
  type CardProblems,
  MAX_DECLINES,
  type PageState,
  type PaymentPage,
  returnUrlOf,
} from '@florin/payments';
import { renderContact, renderEmblem } from './brand.js';
import { cardForm, hasProblems } from './card-form.js';
import { renderOutcome, outcomeOf } from './outcome.js';
import { dateText, daysText, sizeOf, timeLeftText } from './format.js';
import { html, type Html } from '../../pages/html.js';
import { renderItems } from './line-items.js';
import type { Language } from './texts/languages.js';
import type { Texts } from './texts/texts.js';
import { type PageLinks, type RenderedPage, type View, viewOf } from './view.js';

/** The problems of the submitted card, and the input that may be shown again. */
export interface CardFormErrors {
  readonly problems: CardProblems;
  readonly expiry: string;
}

const NO_ERRORS: CardFormErrors = { problems: {}, expiry: '' };

export function paymentPage(
  page: PaymentPage,
  language: Language,
  links: PageLinks,
  errors: CardFormErrors = NO_ERRORS,
): RenderedPage {
  const view = viewOf(page, language, links);
  const { texts, request, payee, amount, now } = view;
  const title = `${hasProblems(errors.problems) ? texts.correctFields : titleOf(view)} · ${payee.name}`;
  const cancelUrl = returnUrlOf(request.cancelUrl, request.id);
  const content = isPayable(page.state)
    ? html`${renderHeader(view)} ${renderAttemptNotice(view)}
      ${cardForm({ texts, amount, now, cancelUrl, ...errors })} ${renderContact(payee, texts)}`
    : html`${renderHeader(view)} ${renderOutcome(view)} ${renderContact(payee, texts)}`;
  return { texts, title, content, links, color: payee.branding.color, isPayable: isPayable(page.state) };
}

export const isPayable = (state: PageState): boolean =>
  state === 'payable' || state === 'declined' || state === 'not_charged';

function renderHeader(view: View): Html {
  const { texts, payee, request, period, amount, state, now, locale, links } = view;
  const { expiresAt, reference, description } = request;
  const expiryRow = html`<dt>${texts.payBy}</dt>
    <dd>
      <time datetime="${expiresAt.toISOString()}">${dateText(expiresAt, locale, payee.timezone)}</time>
      <span class="left" data-left="${expiresAt.getTime() - now.getTime()}" data-locale="${locale}"
        >${timeLeftText(expiresAt, now, locale)}</span
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
    <div class="business">
      ${renderEmblem(payee, links)}
      <h1><span class="eyebrow">${texts.payTo}</span> <bdi>${payee.name}</bdi></h1>
    </div>
    <p class="amount amount-${sizeOf(amount)}">${amount}</p>
    ${description !== undefined && html`<p class="description"><bdi>${description}</bdi></p>`}
    ${renderItems(view)}
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
