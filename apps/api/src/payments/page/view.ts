import type { Payee, PaymentPage } from '@florin/payments';
import type { Texts } from './texts/texts.js';

/** A page of a request with the words that it is told in. */
export interface View extends PaymentPage {
  readonly texts: Texts;
  /** As it is shown. */
  readonly amount: string;
}

/** Dates go with the words around them: in the account's own variety where the words are in its language. */
export const localeOf = ({ language }: Payee, texts: Texts): string =>
  language.split('-', 1)[0] === texts.language ? language : texts.language;
