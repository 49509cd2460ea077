import { describe, expect, it } from '@jest/globals';
import { LANGUAGES } from './languages.js';

describe('the language of a payment page', () => {
  it.each([
    [{ lang: 'fr', acceptLanguage: 'de' }, 'en', 'fr', 'fr'],
    [{ acceptLanguage: 'pl;q=0.9, fr;q=0.7, de-CH;q=0.8' }, 'en', 'de', 'de-CH'],
    [{ acceptLanguage: 'es-419,es;q=0.9' }, 'en', 'es', 'es-419'],
    [{ acceptLanguage: 'de;q=0, fr;q=0.1' }, 'en', 'fr', 'fr'],
    [{ acceptLanguage: '*' }, 'de-AT', 'de', 'de-AT'],
    [{ acceptLanguage: 'ja' }, 'de-AT', 'de', 'de-AT'],
    [{ acceptLanguage: 'nonsense;q=x' }, 'he', 'he', 'he'],
    [{ lang: 'ja' }, 'fr', 'fr', 'fr'],
    [{}, 'ja', 'en', 'ja'],
    [{ acceptLanguage: 'de-u-nu-arab' }, 'en', 'de', 'de'],
    [{ acceptLanguage: 'de-<script>' }, 'en', 'de', 'de'],
    [{ acceptLanguage: 'ar-EG' }, 'en', 'ar', 'ar-EG-u-ca-gregory-nu-latn'],
  ])('for %j and an account in %s is %s (%s)', (request, account, language, locale) => {
    const found = LANGUAGES.languageFor(request, account);
    expect([found.texts.language, found.locale]).toEqual([language, locale]);
  });

  it('can be chosen with ?lang= if there are texts for it', () => {
    expect(['de-AT', 'AR', 'ja', '', ['de'], undefined].map((lang) => LANGUAGES.knownLanguage(lang))).toEqual(
      ['de', 'ar', undefined, undefined, undefined, undefined],
    );
  });
});
