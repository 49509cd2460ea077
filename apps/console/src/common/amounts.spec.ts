import { expect, it } from '@jest/globals';
import { amountText, parseAmount } from './amounts.js';
import { NO_AMOUNT } from './typed-amount.js';

it.each([
  ['12.5', 'EUR', 1250],
  ['12', 'EUR', 1200],
  ['0.01', 'USD', 1],
  ['1.234', 'BHD', 1234],
  ['7500', 'JPY', 7500],
  ['10000000000.00', 'EUR', 1_000_000_000_000],
])('reads %s %s as %d minor units', (text, currency, amount) => {
  expect(parseAmount(text, currency)).toBe(amount);
});

it.each([
  ['1.234', 'EUR'],
  ['1.5', 'JPY'],
  ['-1', 'EUR'],
  ['1,5', 'EUR'],
  ['1e3', 'EUR'],
  ['', 'EUR'],
  [NO_AMOUNT, 'EUR'],
  ['10000000000.01', 'EUR'],
])('refuses %s %s', (text, currency) => {
  expect(parseAmount(text, currency)).toBeUndefined();
});

it.each([
  [5, 'EUR', '0.05'],
  [1250, 'EUR', '12.50'],
  [7500, 'JPY', '7500'],
  [1, 'BHD', '0.001'],
])('writes %d minor units of %s as %s', (amount, currency, text) => {
  expect(amountText(amount, currency)).toBe(text);
});
