/** The texts of mails in one language, besides those of the payment page. Names and amounts are already formatted. */
export interface MailTexts {
  readonly paymentRequest: MailText<'payee' | 'amount'>;
  readonly receipt: MailText<'payee' | 'amount'>;
  readonly refund: MailText<'payee' | 'amount'>;
  readonly passwordReset: MailText & {
    readonly action: string;
    readonly expires: (minutes: number) => string;
    /** For a reader who did not ask for it. */
    readonly ignore: string;
  };
  readonly accountClosed: MailText<'account' | 'date'> & { readonly unexpected: string };
  /** The amount of the payment, beside a refund of a part of it. */
  readonly paid: string;
}

interface MailText<Value extends string = never> {
  readonly subject: (values: Readonly<Record<Value, string>>) => string;
  readonly body: (values: Readonly<Record<Value, string>>) => string;
}
