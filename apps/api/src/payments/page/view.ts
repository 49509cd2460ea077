import type { PaymentPage } from '@florin/payments';
import type { Html } from '../../pages/html.js';
import { amountText, localeForAmounts } from './format.js';
import type { Language } from './texts/languages.js';
import type { Texts } from './texts/texts.js';

/** Relative to the page: a proxy may add a path prefix. */
export interface PageLinks {
  /** The folder of all payment pages: empty, or `../`. */
  readonly root: string;
  readonly page: string;
  readonly receipt: string;
}

export interface RenderedPage {
  readonly texts: Texts;
  readonly title: string;
  readonly content: Html;
  readonly links?: PageLinks;
  readonly color?: string | undefined;
  /** Whether the customer can enter a card. */
  readonly isPayable?: boolean;
}

/** A payment page with the texts of its language. */
export interface View extends PaymentPage {
  readonly texts: Texts;
  readonly links: PageLinks;
  /** Of dates. */
  readonly locale: string;
  /** Formatted. */
  readonly amount: string;
  /** Formats an amount in the currency of the request. */
  readonly money: (amount: number) => string;
}

export function viewOf(page: PaymentPage, { texts, locale }: Language, links: PageLinks): View {
  const { amount, currency } = page.request;
  const amountLocale = localeForAmounts(currency, locale, texts.language);
  const money = (value: number): string => amountText(value, currency, amountLocale);
  const dateLocale = locale.split('-', 1)[0] === texts.language ? locale : texts.language;
  return { ...page, texts, links, locale: dateLocale, amount: money(amount), money };
}
