import type { CreatePayment } from '@florin/client';
import { DAY_MS, HOUR_MS, isAmount, MAX_AMOUNT, MINUTE_MS, parseEmail, parseWebUrl } from '@florin/kernel';
import { type LineItem, MAX_QUANTITY, totalOf } from '@florin/payments';
import { parseAmount } from '../../common/amounts.js';

/** What the user has typed. Amounts are decimal texts; see parseAmount. */
export interface PaymentForm {
  readonly email: string;
  readonly pricing: 'amount' | 'items';
  readonly amount: string;
  readonly items: readonly ItemForm[];
  readonly description: string;
  readonly reference: string;
  readonly expiry: Expiry;
  readonly successUrl: string;
  readonly cancelUrl: string;
  readonly sendEmail: boolean;
}

export interface ItemForm {
  readonly name: string;
  readonly quantity: string;
  readonly unitAmount: string;
}

/** At 30 days, the API's limit, a minute is left for a browser whose clock is ahead. */
const LIFETIMES_MS = {
  oneHour: HOUR_MS,
  oneDay: DAY_MS,
  threeDays: 3 * DAY_MS,
  sevenDays: 7 * DAY_MS,
  fourteenDays: 14 * DAY_MS,
  thirtyDays: 30 * DAY_MS - MINUTE_MS,
} as const;
export type Expiry = keyof typeof LIFETIMES_MS;
export const EXPIRIES = Object.keys(LIFETIMES_MS) as Expiry[];

export const NEW_ITEM: ItemForm = { name: '', quantity: '1', unitAmount: '' };

export const NEW_PAYMENT: PaymentForm = {
  email: '',
  pricing: 'amount',
  amount: '',
  items: [NEW_ITEM],
  description: '',
  reference: '',
  expiry: 'oneDay',
  successUrl: '',
  cancelUrl: '',
  sendEmail: false,
};

export type ItemProblem = 'name' | 'quantity' | 'unitAmount';
export interface PaymentProblems {
  readonly email?: boolean;
  /** The amount, or the sum of the items. */
  readonly amount?: boolean;
  readonly items: readonly (readonly ItemProblem[])[];
  readonly successUrl?: boolean;
  readonly cancelUrl?: boolean;
}

/** What the parts of the form need. */
export interface PartProps {
  readonly form: PaymentForm;
  readonly problems: PaymentProblems;
  readonly set: (change: Partial<PaymentForm>) => void;
}

export const NO_PROBLEMS: PaymentProblems = { items: [] };

/** The sum of the items that are complete; undefined if it is too large for an amount. */
export function sumOf({ items }: PaymentForm, currency: string): number | undefined {
  const sum = lineItemsOf(items, currency).reduce((total, item) => total + totalOf(item), 0);
  return sum <= MAX_AMOUNT ? sum : undefined;
}

/** What to correct before the API is asked. Undefined if there is nothing. */
export function problemsOf(form: PaymentForm, currency: string): PaymentProblems | undefined {
  const items = form.pricing === 'items' ? form.items.map((item) => problemsOfItem(item, currency)) : [];
  const areItemsComplete = items.every((problems) => problems.length === 0);
  const problems = {
    email: parseEmail(form.email.trim()) === undefined,
    amount: areItemsComplete && !isAmount(amountOf(form, currency)),
    items,
    successUrl: isNoUrl(form.successUrl),
    cancelUrl: isNoUrl(form.cancelUrl),
  };
  const { email, amount, successUrl, cancelUrl } = problems;
  return email || amount || successUrl || cancelUrl || !areItemsComplete ? problems : undefined;
}

/** Without those of the fields that have changed since they were found. */
export function problemsLeft(
  problems: PaymentProblems,
  form: PaymentForm,
  next: PaymentForm,
): PaymentProblems {
  const isSame = (field: 'email' | 'successUrl' | 'cancelUrl') =>
    problems[field] === true && form[field] === next[field];
  const isSamePrice = (['pricing', 'amount', 'items'] as const).every((field) => form[field] === next[field]);
  const isSameCount = form.items.length <= next.items.length;
  return {
    email: isSame('email'),
    amount: problems.amount === true && isSamePrice,
    items: problems.items.map((found, index) =>
      found.filter((field) => isSameCount && form.items[index]?.[field] === next.items[index]?.[field]),
    ),
    successUrl: isSame('successUrl'),
    cancelUrl: isSame('cancelUrl'),
  };
}

/** Only for a form without problems. */
export function paymentBody(
  form: PaymentForm,
  { accountId, currency }: { readonly accountId: string; readonly currency: string },
  now: Date,
): CreatePayment {
  const text = (name: string, value: string) => (value.trim() === '' ? {} : { [name]: value.trim() });
  const lineItems = lineItemsOf(form.items, currency);
  return {
    account_id: accountId,
    amount: amountOf(form, currency) ?? 0,
    currency,
    customer_email: form.email.trim(),
    ...(form.pricing === 'items' && {
      line_items: lineItems.map(({ unitAmount: unit_amount, ...item }) => ({ ...item, unit_amount })),
    }),
    ...text('description', form.description),
    ...text('reference', form.reference),
    ...text('success_url', form.successUrl),
    ...text('cancel_url', form.cancelUrl),
    ...(form.expiry !== 'oneDay' && {
      expires_at: new Date(now.getTime() + LIFETIMES_MS[form.expiry]).toISOString(),
    }),
    ...(form.sendEmail && { send_email: true }),
  };
}

const amountOf = (form: PaymentForm, currency: string): number | undefined =>
  form.pricing === 'items' ? sumOf(form, currency) : parseAmount(form.amount, currency);

const isNoUrl = (text: string): boolean => text.trim() !== '' && parseWebUrl(text.trim()) === undefined;

function problemsOfItem(item: ItemForm, currency: string): ItemProblem[] {
  const isValid = {
    name: item.name.trim() !== '',
    quantity: quantityOf(item) !== undefined,
    unitAmount: parseAmount(item.unitAmount, currency) !== undefined,
  };
  return (['name', 'quantity', 'unitAmount'] as const).filter((field) => !isValid[field]);
}

const lineItemsOf = (items: readonly ItemForm[], currency: string): readonly LineItem[] =>
  items.flatMap((item) => lineItemOf(item, currency) ?? []);

function lineItemOf(item: ItemForm, currency: string): LineItem | undefined {
  const quantity = quantityOf(item);
  const unitAmount = parseAmount(item.unitAmount, currency);
  return quantity === undefined || unitAmount === undefined
    ? undefined
    : { name: item.name.trim(), quantity, unitAmount };
}

function quantityOf({ quantity }: ItemForm): number | undefined {
  const number = /^\d{1,4}$/.test(quantity) ? Number(quantity) : 0;
  return number >= 1 && number <= MAX_QUANTITY ? number : undefined;
}
