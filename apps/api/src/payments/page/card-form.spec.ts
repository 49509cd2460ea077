import { describe, expect, it } from '@jest/globals';
import { BRAND_NAMES, brandOf } from '@florin/payments';
import { cardForm } from './card-form.js';
import { LANGUAGES } from './texts/languages.js';

/** The brands that the script reads from the form. */
function brandsInForm(): readonly (readonly [string, string])[] {
  const now = new Date('2026-03-14T12:00:00.000Z');
  const { markup } = cardForm({
    texts: LANGUAGES.textsFor('en'),
    amount: '$75.00',
    now,
    problems: {},
    expiry: '',
  });
  const attribute = / data-brands="([^"]*)"/.exec(markup)?.[1] ?? '';
  return JSON.parse(attribute.replaceAll('&quot;', '"')) as [string, string][];
}

describe('the card form', () => {
  it('has a brand table that finds the brand of the domain from four digits', () => {
    const brands = brandsInForm();
    const shown = (digits: string) => brands.find(([prefix]) => new RegExp(prefix).test(digits))?.[1];
    for (let first = 0; first < 10_000; first++) {
      const digits = String(first).padStart(4, '0');
      for (const rest of ['000000000000', '999999999999']) {
        const brand = brandOf(digits + rest);
        expect([digits, shown(digits)]).toEqual([
          digits,
          brand === 'unknown' ? undefined : BRAND_NAMES[brand],
        ]);
      }
    }
  });
});
