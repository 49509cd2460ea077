import type { CommonTexts, LinkTexts, PageText } from './common-texts.js';
import { html, type Html } from './html.js';
import { type Mark, markOf } from './layout.js';

export interface Message<Texts extends CommonTexts> {
  readonly texts: Texts;
  readonly title: string;
  readonly content: Html;
}

/** A page with a single message, such as 404. */
export function messagePage<Texts extends CommonTexts>(
  texts: Texts,
  text: PageText,
  mark: Mark,
  more?: Html,
): Message<Texts> {
  const content = html`<div class="state">
    ${markOf(mark)}
    <h1>${text.title}</h1>
    <p>${text.body({})}</p>
    ${more}
  </div>`;
  return { texts, title: text.title, content };
}

export function errorPage<Texts extends LinkTexts>(status: number, texts: Texts): Message<Texts> {
  if (status === 404) return messagePage(texts, texts.unknown, 'warn');
  const again = html`<p><a class="button" href="">${texts.tryAgain}</a></p>`;
  return status === 429 || status === 503
    ? messagePage(texts, texts.busy, 'wait', again)
    : messagePage(texts, texts.broken, 'warn', again);
}
