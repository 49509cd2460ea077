import Negotiator from 'negotiator';
import type { CommonTexts } from './common-texts.js';

/** What the browser sends: `?lang=` and Accept-Language. */
export interface LanguageRequest {
  readonly lang?: string | undefined;
  readonly acceptLanguage?: string | undefined;
}

export interface Language<Texts> {
  readonly texts: Texts;
  /** BCP 47. Another language than that of the texts if there are none for the language of the account. */
  readonly locale: string;
}

/** Chooses among the texts of the pages; the first are for all other languages. */
export class PageLanguages<Texts extends CommonTexts> {
  readonly #texts: ReadonlyMap<string, Texts>;

  constructor(
    private readonly others: Texts,
    ...texts: readonly Texts[]
  ) {
    this.#texts = new Map([others, ...texts].map((one) => [one.language, one]));
  }

  /** The texts for a language tag such as `de-AT`. */
  textsFor(tag: string): Texts {
    return this.find(tag) ?? this.others;
  }

  /** That of the reader if there are texts for it, else the default, such as that of the account. */
  languageFor({ lang, acceptLanguage }: LanguageRequest, byDefault = this.others.language): Language<Texts> {
    const tags = [lang ?? '', ...tagsOf(acceptLanguage)];
    const tag = tags.find((one) => this.find(one) !== undefined) ?? byDefault;
    const texts = this.textsFor(tag);
    return { texts, locale: localeOf(tag, texts) };
  }

  /** The value of `?lang=`, if there are texts for it. */
  knownLanguage(lang: unknown): string | undefined {
    return typeof lang === 'string' ? this.find(lang)?.language : undefined;
  }

  private find(tag: string): Texts | undefined {
    return this.#texts.get((tag.split('-', 1)[0] ?? '').toLowerCase());
  }
}

/** By weight; without those that the customer does not accept. */
const tagsOf = (acceptLanguage = ''): readonly string[] =>
  new Negotiator({ headers: { 'accept-language': acceptLanguage } }).languages();

/** Without extensions. In Arabic with the digits and the calendar of the card and of the other texts. */
function localeOf(tag: string, { language }: CommonTexts): string {
  const base = baseNameOf(tag) ?? language;
  return language === 'ar' ? `${base}-u-ca-gregory-nu-latn` : base;
}

function baseNameOf(tag: string): string | undefined {
  try {
    return new Intl.Locale(tag).baseName;
  } catch {
    return undefined;
  }
}
