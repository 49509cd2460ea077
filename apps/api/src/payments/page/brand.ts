import type { Payee } from '@florin/payments';
import { logoPath } from '../../accounts/branding.dto.js';
import { html, type Html } from '../../pages/html.js';
import { mailtoOf } from './format.js';
import type { Texts } from './texts/texts.js';
import type { PageLinks } from './view.js';

/** The logo, or the initials of the name. Decorative: the name is beside it. */
export function renderEmblem({ accountId, name, branding }: Payee, { root }: PageLinks): Html {
  const { logo } = branding;
  return logo === undefined
    ? html`<span class="emblem initials" aria-hidden="true">${initialsOf(name)}</span>`
    : html`<img class="emblem logo" src="${root}${logoPath(accountId, logo)}" alt="" />`;
}

const CHARACTERS = new Intl.Segmenter('en', { granularity: 'grapheme' });
const firstCharacter = (word: string): string => CHARACTERS.segment(word).containing(0)?.segment ?? '';

/** Of the first two words that begin with a letter or a digit. */
export function initialsOf(name: string): string {
  const words = name.split(/[^\p{L}\p{M}\p{N}]+/u).filter((word) => word !== '');
  return words.slice(0, 2).map(firstCharacter).join('').toUpperCase();
}

/** The support email and the website, if they are set. */
export function renderContact(
  { branding: { supportEmail, website } }: Payee,
  texts: Texts,
): Html | undefined {
  if (supportEmail === undefined && website === undefined) return undefined;
  return html`<p class="contact">
    ${texts.questions}
    ${supportEmail !== undefined && html`<a href="${mailtoOf(supportEmail)}"><bdi>${supportEmail}</bdi></a>`}
    ${website !== undefined && html`<a href="${website}"><bdi>${new URL(website).host}</bdi></a>`}
  </p>`;
}

/** The stylesheet of a color: the policy of the page allows no inline styles. */
export const brandStylePath = (color: string): string => `brand/${color.slice(1)}.css`;

export function brandStyle(file: string): string | undefined {
  const color = /^([0-9a-f]{6})\.css$/.exec(file)?.[1];
  if (color === undefined) return undefined;
  return `:root{--brand:#${color};--on-brand:#fff;--brand-strong:color-mix(in srgb,#${color} 85%,#000);--brand-line:rgb(128 128 128/60%)}\n`;
}
