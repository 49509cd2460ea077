import { describe, expect, it } from '@jest/globals';
import { type Currency, MAX_AMOUNT } from '@florin/kernel';
import { amountText, dateText, daysText, localeForAmounts, timeLeftText } from './format.js';
import { LANGUAGES } from './texts/languages.js';

const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ');

describe('formats of the payment page', () => {
  it.each([
    [7500, 'USD', 'en', '$75.00'],
    [7500, 'EUR', 'de', '75,00 €'],
    [7500, 'EUR', 'fr-FR', '75,00 €'],
    [7500, 'JPY', 'ja', '\uffe57,500'],
    [7500, 'JPY', 'en', '¥7,500'],
    [7500, 'KWD', 'en', 'KWD 7.500'],
    [5, 'USD', 'en', '$0.05'],
    [MAX_AMOUNT, 'USD', 'es', '10.000.000.000,00 US$'],
    [MAX_AMOUNT - 1, 'GBP', 'en-GB', '£9,999,999,999.99'],
    [120050, 'HUF', 'hu', '1200,50 Ft'],
    [7500, 'USD', 'ar-EG-u-nu-latn', '\u200f75.00 \u2068US$\u2069'],
  ])('%d %s for a reader of %s is %s', (amount, currency, language, text) => {
    expect(plain(amountText(amount, currency as Currency, language))).toBe(text);
  });

  it.each([
    ['KWD', 'it', 'en'],
    ['JPY', 'pt-BR', 'en'],
    ['KWD', 'ar-EG', 'en'],
    ['EGP', 'ar-EG', 'en'],
    ['AED', 'ar-AE', 'en'],
    ['ILS', 'he', 'en'],
    ['INR', 'mr', 'en'],
    ['INR', 'hi', 'hi'],
    ['JPY', 'ja', 'ja'],
    ['BRL', 'pt-BR', 'pt-BR'],
    ['KWD', 'en-GB', 'en-GB'],
  ])('formats %s of an account in %s as in %s on an English page', (currency, language, locale) => {
    expect(localeForAmounts(currency as Currency, language, 'en')).toBe(locale);
  });

  it('formats amounts in the locale of the account if the page has its language', () => {
    expect(localeForAmounts('KWD' as Currency, 'de-DE', 'de')).toBe('de-DE');
  });

  it.each([
    ['en', 'UTC', 'Jan 31 – Feb 28, 2027'],
    ['de', 'UTC', '31.01. – 28.02.2027'],
    ['en-GB', 'Pacific/Auckland', '1 Feb – 1 Mar 2027'],
  ])('a period for a reader of %s in %s is %s', (language, timeZone, days) => {
    const [from, to] = [new Date('2027-01-31T20:00:00Z'), new Date('2027-02-28T20:00:00Z')];
    expect(daysText(from, to, language, timeZone).replaceAll(/[\u2009\u202f]/g, ' ')).toBe(days);
  });

  it('formats dates in the time zone of the account', () => {
    const text = dateText(new Date('2026-03-14T23:30:00Z'), 'en', 'Asia/Tokyo');
    expect(plain(text)).toBe('Mar 15, 2026, 8:30 AM GMT+9');
  });

  it.each([
    ['2026-03-17T12:00:00Z', 'in 3 days'],
    ['2026-03-15T12:00:00Z', 'in 24 hours'],
    ['2026-03-14T13:59:59Z', 'in 119 minutes'],
    ['2026-03-14T12:00:59Z', 'in 0 minutes'],
    ['2026-03-14T11:00:00Z', 'in 0 minutes'],
  ])('formats the time left until %s as %s', (until, text) => {
    expect(timeLeftText(new Date(until), new Date('2026-03-14T12:00:00Z'), 'en')).toBe(text);
  });

  it('uses the language of the account, or English', () => {
    expect(
      ['de-AT', 'fr', 'es-MX', 'en-GB', 'ar-EG', 'he', 'ja', 'tlh'].map(
        (tag) => LANGUAGES.textsFor(tag).language,
      ),
    ).toEqual(['de', 'fr', 'es', 'en', 'ar', 'he', 'en', 'en']);
  });
});
