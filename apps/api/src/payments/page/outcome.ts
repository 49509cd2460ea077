import type { Attempt } from '@florin/payments';
import { isolateBidi, BRAND_NAMES, dateText } from './format.js';
import { html, type Html } from './html.js';
import { type Mark, markOf } from './layout.js';
import type { Texts, PageText } from './texts/texts.js';
import { localeOf, type View } from './view.js';

/** The result of a request that can no longer be paid, with what to do next. */
export function renderOutcome(view: View): Html {
  const { state, texts, payee, amount } = view;
  const { text, mark } = outcomeOf(view);
  const again = html`<p><a class="button" href="">${texts.processing.checkAgain}</a></p>`;
  return html`<div class="state" role="status">
    ${markOf(mark)}
    <h2>${text.title}</h2>
    <p>${text.body({ payee: isolateBidi(payee.name), amount })}</p>
    ${state === 'canceled' && reversalNotice(view)} ${state === 'paid' && receipt(view)}
    ${state === 'processing' && again}
  </div>`;
}

function receipt({ texts, payee, lastAttempt }: View): Html | undefined {
  if (lastAttempt?.endedAt === undefined) return undefined;
  const { endedAt } = lastAttempt;
  return html`<dl>
    <dt>${texts.card.paidWith}</dt>
    <dd>${cardText(lastAttempt, texts)}</dd>
    <dt>${texts.card.paidOn}</dt>
    <dd>
      <time datetime="${endedAt.toISOString()}"
        >${dateText(endedAt, localeOf(payee, texts), payee.timezone)}</time
      >
    </dd>
  </dl>`;
}

/** The request ended while the card was charged: the bank may show the charge before the reversal. */
function reversalNotice({ texts, lastAttempt }: View): Html | undefined {
  if (lastAttempt?.status !== 'reversing' && lastAttempt?.status !== 'reversed') return undefined;
  return html`<p>${texts.card.reversalNotice(lastAttempt.last4)}</p>`;
}

export function outcomeOf({ state, texts, request }: View): {
  text: PageText<'payee' | 'amount'>;
  mark: Mark;
} {
  switch (state) {
    case 'paid':
      return { text: texts.paid, mark: 'done' };
    case 'processing':
      return { text: texts.processing, mark: 'wait' };
    case 'failed':
      return { text: texts.failed, mark: 'stop' };
    case 'canceled':
      return request.cancelReason === 'superseded'
        ? { text: texts.superseded, mark: 'done' }
        : { text: texts.canceled, mark: 'stop' };
    case 'expired':
      return { text: texts.expired, mark: 'wait' };
    default:
      return { text: texts.unavailable, mark: 'warn' };
  }
}

function cardText({ brand, last4 }: Attempt, { card }: Texts): string {
  return card.endingIn(brand === 'unknown' ? card.unknown : BRAND_NAMES[brand], last4);
}
