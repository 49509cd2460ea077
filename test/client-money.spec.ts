import { expect, it } from '@jest/globals';
import { formatMoney } from '@florin/client';
import { CURRENCIES, decimalText, money } from '@florin/kernel';

it.each(CURRENCIES)('the client formats %s with the digits of the currency in the domain', (currency) => {
  const amount = 1_234_567;
  const text = formatMoney({ amount, currency }, 'en').replaceAll(',', '');
  expect(/[0-9.]+$/.exec(text)?.[0].replace(/^\./, '')).toBe(decimalText(money(amount, currency)));
});
