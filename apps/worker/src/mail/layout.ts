import type { MailMessage } from '@florin/infrastructure';
import { mailtoOf } from '@florin/api/payment-page/format';
import { html, type Html } from '@florin/api/pages/html';
import type { Texts } from '@florin/api/payment-page/texts/texts';

/** The content of a mail; all values are plain text. */
export interface MailContent {
  readonly subject: string;
  /** The business, or the service itself. */
  readonly heading: string;
  readonly paragraphs: readonly string[];
  readonly action?: { readonly label: string; readonly url: string } | undefined;
  readonly items?: readonly MailItem[] | undefined;
  /** Labels and values. */
  readonly facts?: readonly Fact[] | undefined;
  readonly notes?: readonly string[] | undefined;
  readonly contact?: { readonly email: string | undefined; readonly website: string | undefined } | undefined;
  /** Of the business: `#rrggbb`. */
  readonly color?: string | undefined;
}

export interface MailItem {
  readonly name: string;
  /** Undefined for one of it. */
  readonly quantity?: string | undefined;
  readonly amount: string;
}

export type Fact = readonly [label: string, value: string];

type Language = Pick<Texts, 'language' | 'direction' | 'questions'>;

const DEFAULT_COLOR = '#1d4ed8';

/** The text and the HTML have the same content. */
export function renderMail(content: MailContent, texts: Language): Omit<MailMessage, 'to' | 'replyTo'> {
  return {
    subject: content.subject,
    language: texts.language,
    text: textOf(content, texts),
    html: htmlOf(content, texts),
  };
}

function textOf({ heading, paragraphs, action, items, facts, notes, contact }: MailContent, texts: Language) {
  const lines = (list: readonly string[]): string => list.join('\n');
  const blocks = [
    heading,
    ...paragraphs,
    action && `${action.label}:\n${action.url}`,
    items &&
      lines(
        items.map(({ name, quantity, amount }) => `${name}${quantity ? ` (${quantity})` : ''}: ${amount}`),
      ),
    facts && lines(facts.map(([label, value]) => `${label}: ${value}`)),
    ...(notes ?? []),
    contactOf(contact) && `${texts.questions} ${contactOf(contact)}`,
  ];
  return `${blocks.filter((block) => block !== undefined && block !== '').join('\n\n')}\n`;
}

const contactOf = (contact: MailContent['contact']): string =>
  [contact?.email, contact?.website].filter((part) => part !== undefined).join(' · ');

// Mail programs ignore stylesheets, so the styles are inline and the layout is made of tables.
const FONT = 'font-family:system-ui,-apple-system,"Segoe UI",Roboto,Arial,sans-serif';
const CELL = 'padding:6px 0;border-bottom:1px solid #e5e7eb;vertical-align:top';

function htmlOf(content: MailContent, texts: Language): string {
  const { heading, paragraphs, action, items, facts, notes, color = DEFAULT_COLOR } = content;
  const { language, direction } = texts;
  const end = direction === 'rtl' ? 'left' : 'right';
  const page = html`<html lang="${language}" dir="${direction}">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="format-detection" content="telephone=no" />
      <title>${content.subject}</title>
    </head>
    <body
      dir="${direction}"
      style="margin:0;padding:24px 12px;background:#f3f4f6;color:#111827;${FONT};font-size:16px;line-height:1.5"
    >
      <table
        role="presentation"
        align="center"
        width="100%"
        cellpadding="0"
        cellspacing="0"
        style="max-width:560px;margin:0 auto;background:#ffffff;border-top:4px solid ${color}"
      >
        <tr>
          <td style="padding:24px">
            <h1 style="margin:0 0 16px;font-size:20px"><bdi>${heading}</bdi></h1>
            ${paragraphs.map(paragraph)} ${action && button(action, color)} ${items && itemsTable(items, end)}
            ${facts && factsTable(facts)} ${notes?.map(note)} ${contactHtml(content.contact, texts)}
          </td>
        </tr>
      </table>
    </body>
  </html>`;
  return `<!doctype html>\n${page.markup}\n`;
}

const paragraph = (text: string): Html => html`<p style="margin:0 0 16px">${text}</p>`;
const note = (text: string): Html =>
  html`<p style="margin:16px 0 0;font-size:14px;color:#4b5563">${text}</p>`;

/** The address is also shown as text, for mail programs without links. */
const button = ({ label, url }: NonNullable<MailContent['action']>, color: string): Html =>
  html`<p style="margin:0 0 8px">
      <a
        href="${url}"
        style="display:inline-block;padding:12px 20px;border-radius:6px;background:${color};color:#ffffff;font-weight:600;text-decoration:none"
        >${label}</a
      >
    </p>
    <p style="margin:0 0 16px;font-size:13px;word-break:break-all" dir="ltr">
      <a href="${url}" style="color:#4b5563">${url}</a>
    </p>`;

const itemsTable = (items: readonly MailItem[], end: string): Html =>
  html`<table width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 16px;border-collapse:collapse">
    ${items.map(
      ({ name, quantity, amount }) =>
        html`<tr>
          <td style="${CELL}">
            <bdi>${name}</bdi
            >${quantity !== undefined && html`<br /><span style="color:#4b5563;font-size:14px">${quantity}</span>`}
          </td>
          <td style="${CELL};text-align:${end};white-space:nowrap">${amount}</td>
        </tr>`,
    )}
  </table>`;

const factsTable = (facts: readonly Fact[]): Html =>
  html`<table cellpadding="0" cellspacing="0" style="margin:0 0 16px;border-collapse:collapse">
    ${facts.map(
      ([label, value]) =>
        html`<tr>
          <td style="padding:4px 0;color:#4b5563;vertical-align:top">${label}</td>
          <td style="padding:4px 16px"><bdi>${value}</bdi></td>
        </tr>`,
    )}
  </table>`;

function contactHtml(contact: MailContent['contact'], { questions }: Language): Html | undefined {
  const { email, website } = contact ?? {};
  if (email === undefined && website === undefined) return undefined;
  return html`<p style="margin:16px 0 0;font-size:14px;color:#4b5563">
    ${questions}
    ${email !== undefined && html`<a href="${mailtoOf(email)}" style="color:#4b5563"><bdi>${email}</bdi></a>`}
    ${website !== undefined && html`<a href="${website}" style="color:#4b5563"><bdi>${new URL(website).host}</bdi></a>`}
  </p>`;
}
