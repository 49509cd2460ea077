import type { Mail, MailComposer, MailMessage } from '@florin/infrastructure';
import { dateText, daysText, isolateBidi } from '@florin/api/payment-page/format';
import { LANGUAGES } from '@florin/api/payment-page/texts/languages';
import { type View, viewOf } from '@florin/api/payment-page/view';
import { idFromUuid, type PaymentRequestId } from '@florin/kernel';
import {
  BRAND_NAMES,
  type OpenPaymentPage,
  type PageSecrets,
  type PageState,
  type Refund,
  type RefundReader,
  totalOf,
} from '@florin/payments';
import { type Fact, type MailContent, type MailItem, renderMail } from './layout.js';
import { mailTextsFor } from './texts/languages.js';
import type { MailTexts } from './texts/texts.js';

/** More are on the page. */
const MAX_ITEMS = 20;

const NOT_PAYABLE: ReadonlySet<PageState> = new Set(['paid', 'failed', 'canceled', 'expired', 'unavailable']);

/** Mails to the customer of a payment request, in the language of the account. */
export class PaymentMailComposers {
  constructor(
    private readonly pages: OpenPaymentPage,
    private readonly refunds: RefundReader,
    private readonly secrets: PageSecrets,
    private readonly publicUrl: string,
    /** Whether no real card is charged. */
    private readonly testMode: boolean,
  ) {}

  /** Skipped if it can no longer be paid. */
  readonly paymentRequest: MailComposer = async ({ subjectId }) => {
    const view = await this.viewOf(idFromUuid('pay', subjectId));
    if (view === undefined || NOT_PAYABLE.has(view.state)) return undefined;
    const { texts, request, payee, locale } = view;
    return this.message(view, ({ paymentRequest }) => paymentRequest, view.amount, {
      action: { label: texts.pay(view.amount), url: this.urlOf(request.id) },
      items: itemsOf(view),
      facts: [...factsOf(view), [texts.payBy, dateText(request.expiresAt, locale, payee.timezone)]],
    });
  };

  readonly receipt: MailComposer = async ({ subjectId }) => {
    const view = await this.viewOf(idFromUuid('pay', subjectId));
    if (view?.request.status !== 'succeeded') return undefined;
    const { texts, request } = view;
    return this.message(view, ({ receipt }) => receipt, view.amount, {
      action: { label: texts.receipt.show, url: `${this.urlOf(request.id)}/receipt` },
      items: itemsOf(view),
      facts: [...factsOf(view), ...cardFacts(view), [texts.receipt.paymentId, request.id]],
    });
  };

  readonly refund: MailComposer = async (mail) => {
    const refund = await this.findRefund(mail);
    const view = refund && (await this.viewOf(refund.paymentId));
    if (view === undefined || refund?.status !== 'succeeded') return undefined;
    const { texts, request, money } = view;
    const { paid } = mailTextsFor(texts.language);
    return this.message(view, (mailTexts) => mailTexts.refund, money(refund.amount), {
      action: { label: texts.receipt.show, url: `${this.urlOf(request.id)}/receipt` },
      facts: [
        [texts.receipt.refunded, money(refund.amount)],
        [paid, view.amount],
        ...factsOf(view),
        ...cardFacts(view),
        [texts.receipt.paymentId, request.id],
      ],
    });
  };

  private findRefund({ accountId, subjectId }: Mail): Promise<Refund | undefined> {
    return this.refunds.find(idFromUuid('re', subjectId), idFromUuid('acct', accountId));
  }

  private async viewOf(id: PaymentRequestId): Promise<View | undefined> {
    const page = await this.pages.execute(this.secrets.secretOf(id));
    return page && viewOf(page, LANGUAGES.languageFor({}, page.payee.language), NO_LINKS);
  }

  private urlOf(id: PaymentRequestId): string {
    return `${this.publicUrl}/pay/${this.secrets.secretOf(id)}`;
  }

  private message(
    { texts, payee, request }: View,
    textOf: (texts: MailTexts) => MailTexts['paymentRequest'],
    amount: string,
    content: Pick<MailContent, 'action' | 'items' | 'facts'>,
  ): MailMessage {
    const { subject, body } = textOf(mailTextsFor(texts.language));
    const { color, supportEmail, website } = payee.branding;
    const mail: MailContent = {
      ...content,
      subject: subject({ payee: payee.name, amount }),
      heading: payee.name,
      paragraphs: [body({ payee: isolateBidi(payee.name), amount })],
      notes: this.testMode ? [texts.testMode] : [],
      contact: { email: supportEmail, website },
      color,
    };
    return { ...renderMail(mail, texts), to: request.customerEmail, replyTo: supportEmail };
  }
}

/** Those of the page are relative, so a mail has none of them. */
const NO_LINKS = { root: '', page: '', receipt: '' };

function itemsOf({ request: { lineItems }, texts, amount, money }: View): readonly MailItem[] {
  const items = lineItems.slice(0, MAX_ITEMS).map((item) => ({
    name: item.name,
    quantity: item.quantity > 1 ? `${item.quantity} × ${money(item.unitAmount)}` : undefined,
    amount: money(totalOf(item)),
  }));
  const more = lineItems.length - items.length;
  return [
    ...items,
    ...(more > 0 ? [{ name: texts.items.summary(lineItems.length), amount: '…' }] : []),
    { name: texts.items.total, amount },
  ];
}

function factsOf({ request, texts, period, locale, payee }: View): readonly Fact[] {
  const { description, reference } = request;
  return [
    ...(description === undefined ? [] : [[texts.receipt.description, description] as const]),
    ...(reference === undefined ? [] : [[texts.reference, reference] as const]),
    ...(period === undefined
      ? []
      : [[texts.period, daysText(period.startAt, period.endAt, locale, payee.timezone)] as const]),
  ];
}

/** When and with which card it was paid. */
function cardFacts({ lastAttempt, texts: { card }, locale, payee }: View): readonly Fact[] {
  if (lastAttempt?.endedAt === undefined) return [];
  const { brand, last4, endedAt } = lastAttempt;
  return [
    [card.paidWith, card.endingIn(brand === 'unknown' ? card.unknown : BRAND_NAMES[brand], last4)],
    [card.paidOn, dateText(endedAt, locale, payee.timezone)],
  ];
}
