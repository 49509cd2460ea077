import type { CardField, CardProblem, DeclineReason } from '@florin/payments';

/** Everything a payment page says, in one language. Names and amounts come in as they are shown. */
export interface Texts {
  /** What the document says of itself in `lang`. */
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
  /** Why nothing was sent, to whoever has no connection. */
  readonly offline: string;
  readonly notStored: string;
  readonly testMode: string;
  readonly card: {
    readonly paidWith: string;
    readonly paidOn: string;
    endingIn(brand: string, last4: string): string;
    readonly unknown: string;
    /** What becomes of money that was taken for a request that had ended. */
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
  /** What it asks for was paid with another request. */
  readonly superseded: PageText<'payee'>;
  readonly expired: PageText<'payee'>;
  readonly unavailable: PageText<'payee'>;
  readonly unknown: PageText;
  readonly busy: PageText;
  readonly insecure: PageText;
  readonly broken: PageText;
  readonly tryAgain: string;
}

/** A heading and what it means for the reader. */
export interface PageText<Names extends string = never> {
  readonly title: string;
  body(names: Readonly<Record<Names, string>>): string;
}
