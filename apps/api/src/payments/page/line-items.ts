import { type LineItem, totalOf } from '@florin/payments';
import { html, type Html } from '../../pages/html.js';
import type { View } from './view.js';

/** More would push the form off the screen. */
const MAX_SHOWN = 6;

export function renderItems(view: View): Html | undefined {
  const { lineItems } = view.request;
  const summary = view.texts.items.summary(lineItems.length);
  if (lineItems.length === 0) return undefined;
  const table = html`<table class="items" aria-label="${summary}">
    ${renderRows(view)}
  </table>`;
  if (lineItems.length <= MAX_SHOWN) return table;
  return html`<details class="more">
    <summary>${summary}</summary>
    ${table}
  </details>`;
}

export function renderRows({ request: { lineItems }, money }: View): Html {
  const row = (item: LineItem): Html =>
    html`<tr>
      <th scope="row">
        <bdi>${item.name}</bdi>
        ${item.quantity > 1 && html`<span class="quantity">${item.quantity} × ${money(item.unitAmount)}</span>`}
      </th>
      <td>${money(totalOf(item))}</td>
    </tr>`;
  return html`<tbody>
    ${lineItems.map(row)}
  </tbody>`;
}
