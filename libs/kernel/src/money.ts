import { type Currency, minorDigits } from './currencies.js';
import { invalidRequest } from './errors.js';

/** An amount that never leaves its currency behind. Minor units, always a safe integer. */
export interface Money {
  readonly amount: number;
  readonly currency: Currency;
}

/** Far below 2^53, so that a number JSON has already rounded can never pass for one that was sent. */
export const MAX_AMOUNT = 1_000_000_000_000;

export const isAmount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= MAX_AMOUNT;

/** For whoever is about to move money: a negative amount, moved one way, would be money made the other way. */
export function requireAmount(amount: number): void {
  if (!isAmount(amount))
    throw invalidRequest(`amount must be a whole number from 1 to ${MAX_AMOUNT}, in minor units.`);
}

export function money(amount: number, currency: Currency): Money {
  if (!Number.isSafeInteger(amount)) throw new RangeError(`Not an amount in minor units: ${amount}`);
  return { amount, currency };
}

/** 7500 USD → "75.00", 7500 JPY → "7500", 7500 KWD → "7.500". Digits only; signs of currency are a page's business. */
export function decimalText({ amount, currency }: Money): string {
  const digits = minorDigits(currency);
  const sign = amount < 0 ? '-' : '';
  const padded = String(Math.abs(amount)).padStart(digits + 1, '0');
  if (digits === 0) return sign + padded;
  return `${sign}${padded.slice(0, -digits)}.${padded.slice(-digits)}`;
}
