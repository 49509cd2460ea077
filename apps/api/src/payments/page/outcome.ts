import { returnUrlOf } from '@florin/payments';
import { isolateBidi } from './format.js';
import { html, type Html } from '../../pages/html.js';
import { type Mark, markOf } from '../../pages/layout.js';
import { renderCard } from './receipt.js';
import type { PageText } from '../../pages/common-texts.js';
import type { View } from './view.js';

/** How long the page of a paid request is shown before it redirects to `success_url`. */
export const RETURN_SECONDS = 5;

/** The result of a request that can no longer be paid, with what to do next. */
export function renderOutcome(view: View): Html {
  const { state, texts, payee, amount } = view;
  const { text, mark } = outcomeOf(view);
  const again = html`<p><a class="button" href="">${texts.processing.checkAgain}</a></p>`;
  return html`<div class="state" role="status">
    ${markOf(mark)}
    <h2>${text.title}</h2>
    <p>${text.body({ payee: isolateBidi(payee.name), amount })}</p>
    ${state === 'canceled' && reversalNotice(view)} ${state === 'paid' && renderPaid(view)}
    ${state === 'processing' ? again : renderReturn(view)}
    ${state === 'paid' && html`<p><a href="${view.links.receipt}">${texts.receipt.show}</a></p>`}
  </div>`;
}

function renderPaid({ texts, request, payee, lastAttempt, locale, money }: View): Html | undefined {
  if (lastAttempt?.endedAt === undefined) return undefined;
  const { refundedAmount } = request;
  const refunded = html`<dt>${texts.receipt.refunded}</dt>
    <dd>${money(refundedAmount)}</dd>`;
  return html`<dl>
    ${renderCard(lastAttempt, lastAttempt.endedAt, texts, locale, payee.timezone)}
    ${refundedAmount > 0 && refunded}
  </dl>`;
}

/** The way back to the shop: after the payment to `success_url`, otherwise to `cancel_url`. */
function renderReturn({ state, texts, payee, request }: View): Html | undefined {
  const url = returnUrlOf(state === 'paid' ? request.successUrl : request.cancelUrl, request.id);
  if (url === undefined) return undefined;
  return html`<p class="return">
      <a class="button" href="${url}">${texts.returnTo(isolateBidi(payee.name))}</a>
    </p>
    ${state === 'paid' && html`<p class="small">${texts.returning(RETURN_SECONDS)}</p>`}`;
}

/** The request ended while the card was charged: the bank may show the charge before the reversal. */
function reversalNotice({ texts, lastAttempt }: View): Html | undefined {
  if (lastAttempt?.status !== 'reversing' && lastAttempt?.status !== 'reversed') return undefined;
  return html`<p>${texts.card.reversalNotice(lastAttempt.last4)}</p>`;
}

export function outcomeOf({ state, texts, request }: Pick<View, 'state' | 'texts' | 'request'>): {
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
        : { text: texts.canceled, mark: 'ended' };
    case 'expired':
      return { text: texts.expired, mark: 'wait' };
    default:
      return { text: texts.unavailable, mark: 'warn' };
  }
}
