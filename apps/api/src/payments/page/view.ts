import type { Payee, PaymentPage } from '@florin/payments';
import type { Texts } from './texts/texts.js';

/** A payment page with the texts of its language. */
export interface View extends PaymentPage {
  readonly texts: Texts;
  /** Formatted. */
  readonly amount: string;
}

/** The locale of dates: that of the account if the page has its language, else the language of the page. */
export const localeOf = ({ language }: Payee, texts: Texts): string =>
  language.split('-', 1)[0] === texts.language ? language : texts.language;
