import { BRAND_NAMES, type CardBrand } from '@florin/payments';
import { html, type Html } from '../../pages/html.js';

type KnownBrand = Exclude<CardBrand, 'unknown'>;

/** A word on a card, in the colors of the brand. */
const word = (text: string, ground: string, ink: string): Html =>
  html`<rect x=".5" y=".5" width="35" height="23" rx="3.5" fill="${ground}" stroke="#9aa5a0" />
    <text
      x="18"
      y="15.5"
      text-anchor="middle"
      textLength="28"
      lengthAdjust="spacingAndGlyphs"
      font-family="Arial, sans-serif"
      font-size="10"
      font-weight="700"
      fill="${ink}"
    >
      ${text}
    </text>`;

/** Two discs on a card. */
const discs = (left: string, right: string): Html =>
  html`<rect x=".5" y=".5" width="35" height="23" rx="3.5" fill="#ffffff" stroke="#9aa5a0" />
    <circle cx="14" cy="12" r="7" fill="${left}" />
    <circle cx="22" cy="12" r="7" fill="${right}" fill-opacity=".85" />`;

// Drawn for Florin: they name the brand, and are not its logo.
const DRAWINGS: Readonly<Record<KnownBrand, Html>> = {
  visa: word('VISA', '#ffffff', '#1a3a8f'),
  mastercard: discs('#d92b2b', '#f2a33a'),
  amex: word('AMEX', '#1f6fb5', '#ffffff'),
  discover: word('DISC', '#ffffff', '#b34700'),
  diners: word('DINERS', '#ffffff', '#0b4f8a'),
  jcb: word('JCB', '#ffffff', '#14633a'),
  unionpay: word('UPAY', '#ffffff', '#a3231c'),
  maestro: discs('#1f6fb5', '#d92b2b'),
};

/** Hidden from screen readers: the name of the brand is beside it, or beside the field. */
export const cardMark = (brand: KnownBrand): Html =>
  html`<svg
    class="card-mark"
    viewBox="0 0 36 24"
    aria-hidden="true"
    focusable="false"
    data-mark="${BRAND_NAMES[brand]}"
  >
    ${DRAWINGS[brand]}
  </svg>`;

/** In the card form, until the number shows the brand. */
export const COMMON_MARKS: readonly Html[] = (['visa', 'mastercard', 'amex', 'discover'] as const).map(
  cardMark,
);
