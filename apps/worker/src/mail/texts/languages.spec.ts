import { LANGUAGES } from '@florin/api/payment-page/texts/languages';
import { describe, expect, it } from '@jest/globals';
import { MAIL_LANGUAGES, mailTextsFor } from './languages.js';

describe('the texts of mails', () => {
  it('exist in each language of the payment pages', () => {
    expect(MAIL_LANGUAGES.map((language) => LANGUAGES.textsFor(language).language)).toEqual(MAIL_LANGUAGES);
    expect(MAIL_LANGUAGES).toHaveLength(6);
  });

  it.each(MAIL_LANGUAGES)('use each value: %s', (language) => {
    const texts = mailTextsFor(language);
    for (const { subject, body } of [texts.paymentRequest, texts.receipt, texts.refund]) {
      const values = { payee: '{payee}', amount: '{amount}' };
      for (const text of [subject(values), body(values)]) {
        expect(text).toContain('{payee}');
        expect(text).toContain('{amount}');
      }
    }
    expect(texts.accountClosed.body({ account: '{account}', date: '{date}' })).toMatch(
      /\{account\}.*\{date\}/,
    );
    expect(texts.passwordReset.expires(30)).toContain('30');
  });
});
