import type { Attempt } from '@florin/payments';
import { apart, BRAND_NAMES, dateText } from './format.js';
import { html, type Html } from './html.js';
import { type Mark, markOf } from './layout.js';
import type { Texts, Told } from './texts/texts.js';
import { localeOf, type View } from './view.js';

/** What became of a request that cannot be paid, and what that means for whoever wanted to. */
export function ending(view: View): Html {
  const { state, texts, payee, amount } = view;
  const { told, mark } = endingOf(view);
  const again = html`<p><a class="button" href="">${texts.processing.checkAgain}</a></p>`;
  return html`<div class="state" role="status">
    ${markOf(mark)}
    <h2>${told.title}</h2>
    <p>${told.body({ payee: apart(payee.name), amount })}</p>
    ${state === 'canceled' && givenBack(view)} ${state === 'paid' && receipt(view)}
    ${state === 'processing' && again}
  </div>`;
}

/** How and when it was paid, for whoever keeps or prints the page. */
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

/** The request ended while the card was being charged: a bank may show what was taken before it shows it returned. */
function givenBack({ texts, lastAttempt }: View): Html | undefined {
  if (lastAttempt?.status !== 'reversing' && lastAttempt?.status !== 'reversed') return undefined;
  return html`<p>${texts.card.givenBack(lastAttempt.last4)}</p>`;
}

export function endingOf({ state, texts, request }: View): { told: Told<'payee' | 'amount'>; mark: Mark } {
  switch (state) {
    case 'paid':
      return { told: texts.paid, mark: 'done' };
    case 'processing':
      return { told: texts.processing, mark: 'wait' };
    case 'failed':
      return { told: texts.failed, mark: 'stop' };
    case 'canceled':
      return request.cancelReason === 'superseded'
        ? { told: texts.superseded, mark: 'done' }
        : { told: texts.canceled, mark: 'stop' };
    case 'expired':
      return { told: texts.expired, mark: 'wait' };
    default:
      return { told: texts.unavailable, mark: 'warn' };
  }
}

function cardText({ brand, last4 }: Attempt, { card }: Texts): string {
  return card.endingIn(brand === 'unknown' ? card.unknown : BRAND_NAMES[brand], last4);
}
