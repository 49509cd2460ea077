import type { CardField, CardProblem, DeclineReason } from '@florin/payments';

/** The texts of a payment page in one language. Names and amounts are already formatted. */
export interface Texts {
  /** The `lang` attribute of the page. */
  readonly language: string;
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
  readonly unknown: PageText;
  readonly busy: PageText;
  readonly insecure: PageText;
  readonly broken: PageText;
  readonly tryAgain: string;
}

export interface PageText<Names extends string = never> {
  readonly title: string;
  body(names: Readonly<Record<Names, string>>): string;
}
