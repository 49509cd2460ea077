import type { CardField, CardProblem, DeclineReason } from '@florin/payments';
import type { LinkTexts, PageText } from '../../../pages/common-texts.js';

/** The texts of a payment page in one language. Names and amounts are already formatted. */
export interface Texts extends LinkTexts {
  readonly payTo: string;
  readonly reference: string;
  readonly period: string;
  readonly payBy: string;
  readonly cardDetails: string;
  readonly labels: Readonly<Record<CardField, string>>;
  readonly hints: Readonly<Record<CardField, string>>;
  readonly problems: Readonly<Record<CardField, Readonly<Record<CardProblem, string>>>>;
  readonly correctFields: string;
  pay(amount: string): string;
  readonly paying: string;
  /** Shown if the form is submitted without a connection. */
  readonly offline: string;
  readonly notStored: string;
  readonly testMode: string;
  readonly card: {
    readonly paidWith: string;
    readonly paidOn: string;
    endingIn(brand: string, last4: string): string;
    readonly unknown: string;
    /** For a charge that is reversed. */
    reversalNotice(last4: string): string;
  };
  readonly paid: PageText<'payee' | 'amount'>;
  readonly declined: {
    readonly title: string;
    readonly because: Readonly<Record<DeclineReason, (last4: string) => string>>;
    triesLeft(tries: number): string;
  };
  readonly notCharged: PageText;
  readonly processing: PageText & { readonly checkAgain: string };
  readonly failed: PageText<'payee'>;
  readonly canceled: PageText<'payee'>;
  /** The period was paid with another request. */
  readonly superseded: PageText<'payee'>;
  readonly expired: PageText<'payee'>;
  readonly unavailable: PageText<'payee'>;
  /** The link to `cancel_url`. */
  readonly cancel: string;
  /** The link to the shop. */
  returnTo(payee: string): string;
  returning(seconds: number): string;
  /** Above the contact of the business. */
  readonly questions: string;
  testCard(number: string): string;
  readonly copy: string;
  readonly copied: string;
  readonly items: {
    summary(count: number): string;
    readonly total: string;
  };
  readonly receipt: {
    readonly title: string;
    readonly show: string;
    readonly print: string;
    readonly back: string;
    readonly paymentId: string;
    readonly description: string;
    readonly refunded: string;
    readonly net: string;
  };
}
