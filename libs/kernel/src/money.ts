import { type Currency, minorDigits } from './currencies.js';
import { invalidRequest } from './errors.js';

export interface Money {
  /** In minor units, a safe integer. */
  readonly amount: number;
  readonly currency: Currency;
}

/** Far below 2^53, so that a number that JSON parsing has rounded is never accepted. */
export const MAX_AMOUNT = 1_000_000_000_000;

export const isAmount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= MAX_AMOUNT;

/** Call it before moving money: a negative amount would move money in the opposite direction. */
export function requireAmount(amount: number): void {
  if (!isAmount(amount))
    throw invalidRequest(`amount must be a whole number from 1 to ${MAX_AMOUNT}, in minor units.`);
}

export function money(amount: number, currency: Currency): Money {
  if (!Number.isSafeInteger(amount)) throw new RangeError(`Not an amount in minor units: ${amount}`);
  return { amount, currency };
}

/** 7500 USD → "75.00", 7500 JPY → "7500", 7500 KWD → "7.500". */
export function decimalText({ amount, currency }: Money): string {
  const digits = minorDigits(currency);
  const sign = amount < 0 ? '-' : '';
  const padded = String(Math.abs(amount)).padStart(digits + 1, '0');
  if (digits === 0) return sign + padded;
  return `${sign}${padded.slice(0, -digits)}.${padded.slice(-digits)}`;
}

export const moneyText = (value: Money): string => `${decimalText(value)} ${value.currency}`;
