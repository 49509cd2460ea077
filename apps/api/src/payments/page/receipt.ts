import { BRAND_NAMES, type Attempt, type PaymentPage } from '@florin/payments';
import { renderContact, renderEmblem } from './brand.js';
import { cardMark } from './card-marks.js';
import { dateText } from './format.js';
import { html, type Html } from '../../pages/html.js';
import { renderRows } from './line-items.js';
import type { Language } from './texts/languages.js';
import type { Texts } from './texts/texts.js';
import { type PageLinks, type RenderedPage, type View, viewOf } from './view.js';

/** More are printed in small type, so that the receipt stays on one page. */
const MAX_LARGE_ITEMS = 12;

/** Only for a paid request. */
export function receiptPage(page: PaymentPage, language: Language, links: PageLinks): RenderedPage {
  const view = viewOf(page, language, links);
  const { texts, payee, request } = view;
  const isLong = request.lineItems.length > MAX_LARGE_ITEMS;
  const content = html`<article class="receipt ${isLong && 'receipt-long'}">
    <header class="business">
      ${renderEmblem(payee, links)}
      <p class="name"><bdi>${payee.name}</bdi></p>
    </header>
    <h1>${texts.receipt.title}</h1>
    ${renderFacts(view)} ${renderTable(view)} ${renderContact(payee, texts)}
    <p class="actions">
      <button type="button" class="secondary" data-print hidden>${texts.receipt.print}</button>
      <a class="button secondary" href="${links.page}">${texts.receipt.back}</a>
    </p>
  </article>`;
  const title = `${texts.receipt.title} · ${payee.name}`;
  return { texts, title, content, links, color: payee.branding.color };
}

function renderFacts({ texts, payee, request, lastAttempt, locale }: View): Html {
  const { id, reference, description } = request;
  return html`<dl>
    ${lastAttempt?.endedAt !== undefined && renderCard(lastAttempt, lastAttempt.endedAt, texts, locale, payee.timezone)}
    <dt>${texts.receipt.paymentId}</dt>
    <dd><bdi>${id}</bdi></dd>
    ${
      reference !== undefined &&
      html`<dt>${texts.reference}</dt>
        <dd><bdi>${reference}</bdi></dd>`
    }
    ${
      description !== undefined &&
      html`<dt>${texts.receipt.description}</dt>
        <dd><bdi>${description}</bdi></dd>`
    }
  </dl>`;
}

/** When and with which card it was paid. */
export const renderCard = (
  { brand, last4 }: Attempt,
  paidAt: Date,
  { card }: Texts,
  locale: string,
  timezone: string,
): Html =>
  html`<dt>${card.paidWith}</dt>
    <dd>
      ${brand !== 'unknown' && cardMark(brand)}
      ${card.endingIn(brand === 'unknown' ? card.unknown : BRAND_NAMES[brand], last4)}
    </dd>
    <dt>${card.paidOn}</dt>
    <dd>
      <time datetime="${paidAt.toISOString()}">${dateText(paidAt, locale, timezone)}</time>
    </dd>`;

function renderTable(view: View): Html {
  const { texts, request, amount, money } = view;
  const { refundedAmount } = request;
  const { items, receipt } = texts;
  const total = (label: string, value: string): Html =>
    html`<tr>
      <th scope="row">${label}</th>
      <td>${value}</td>
    </tr>`;
  return html`<table class="items" aria-label="${items.summary(request.lineItems.length)}">
    ${request.lineItems.length > 0 && renderRows(view)}
    <tbody class="totals">
      ${total(items.total, amount)}
      ${
        refundedAmount > 0 && [
          total(receipt.refunded, money(-refundedAmount)),
          total(receipt.net, money(request.amount - refundedAmount)),
        ]
      }
    </tbody>
  </table>`;
}
