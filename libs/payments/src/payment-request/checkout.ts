import { A_WEB_URL, type Json, MAX_AMOUNT, parseWebUrl, type PaymentRequestId } from '@florin/kernel';
import { refusal } from '../errors.js';

export interface LineItem {
  readonly name: string;
  readonly quantity: number;
  /** In minor units; 0 for what is free. */
  readonly unitAmount: number;
}

/** What the payment page shows besides the amount, and where it leads. Requests of subscriptions have only `sendEmail`. */
export interface Checkout {
  readonly description: string | undefined;
  /** Empty, or with the amount of the request as their sum. */
  readonly lineItems: readonly LineItem[];
  /** As sent, with `{PAYMENT_ID}`. */
  readonly successUrl: string | undefined;
  readonly cancelUrl: string | undefined;
  /** Whether the request is to be sent to the customer by email. */
  readonly sendEmail: boolean;
}

export const MAX_DESCRIPTION_LENGTH = 500;
export const MAX_LINE_ITEMS = 50;
export const MAX_ITEM_NAME_LENGTH = 255;
export const MAX_QUANTITY = 9_999;

const PLACEHOLDER = '{PAYMENT_ID}';

export const totalOf = ({ quantity, unitAmount }: LineItem): number => quantity * unitAmount;

/** Throws `invalid_request`. The API has already checked the texts. */
export function requireCheckout(
  { description, lineItems = [], successUrl, cancelUrl, sendEmail = false }: Partial<Checkout>,
  amount: number,
): Checkout {
  requireItems(lineItems, amount);
  requireUrl('success_url', successUrl);
  requireUrl('cancel_url', cancelUrl);
  return { description, lineItems, successUrl, cancelUrl, sendEmail };
}

function requireItems(items: readonly LineItem[], amount: number): void {
  if (items.length === 0) return;
  const isValid = ({ quantity, unitAmount }: LineItem): boolean =>
    Number.isInteger(quantity) &&
    quantity >= 1 &&
    quantity <= MAX_QUANTITY &&
    Number.isInteger(unitAmount) &&
    unitAmount >= 0 &&
    unitAmount <= MAX_AMOUNT;
  if (items.length > MAX_LINE_ITEMS || !items.every(isValid))
    throw refusal(
      'invalid_request',
      `line_items must be 1 to ${MAX_LINE_ITEMS} items with whole quantities and amounts.`,
    );
  // Above 2^53 the sum is rounded, but never down to an amount.
  const sum = items.reduce((total, item) => total + totalOf(item), 0);
  if (sum !== amount)
    throw refusal(
      'invalid_request',
      `line_items must add up to amount: their sum is ${sum}, amount is ${amount}.`,
    );
}

function requireUrl(field: string, url: string | undefined): void {
  if (url !== undefined && parseWebUrl(url) === undefined)
    throw refusal('invalid_request', `${field} ${A_WEB_URL}.`);
}

/** The address to send the browser to. With the id it can be longer than the template, which was checked before. */
export const returnUrlOf = (template: string | undefined, id: PaymentRequestId): string | undefined =>
  template === undefined ? undefined : new URL(template.replaceAll(PLACEHOLDER, id)).href;

/** What of it was sent. */
export const checkoutData = ({
  description,
  lineItems,
  successUrl,
  cancelUrl,
  sendEmail,
}: Checkout): Record<string, Json> => ({
  ...(description !== undefined && { description }),
  ...(lineItems.length > 0 && {
    line_items: lineItems.map(({ name, quantity, unitAmount }) => ({
      name,
      quantity,
      unit_amount: unitAmount,
    })),
  }),
  ...(successUrl !== undefined && { success_url: successUrl }),
  ...(cancelUrl !== undefined && { cancel_url: cancelUrl }),
  ...(sendEmail && { send_email: true }),
});
