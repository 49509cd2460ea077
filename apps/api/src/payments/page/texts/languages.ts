import { de } from './de.js';
import { en } from './en.js';
import { es } from './es.js';
import { fr } from './fr.js';
import type { Texts } from './texts.js';

const LANGUAGES: ReadonlyMap<string, Texts> = new Map(
  [en, de, fr, es].map((texts) => [texts.language, texts]),
);

/** The texts for a language tag such as `de-AT`; English for other languages. */
export const textsFor = (tag: string): Texts => findTexts(tag) ?? en;

/** For pages without an account. */
export function textsForAcceptLanguage(acceptLanguage: string | undefined): Texts {
  const ranges = (acceptLanguage ?? '').slice(0, 200).split(',').map(parseLanguageRange);
  ranges.sort((left, right) => right.weight - left.weight);
  for (const { tag } of ranges) {
    const texts = findTexts(tag);
    if (texts !== undefined) return texts;
  }
  return en;
}

const findTexts = (tag: string): Texts | undefined =>
  LANGUAGES.get((tag.split('-', 1)[0] ?? '').toLowerCase());

function parseLanguageRange(entry: string): { tag: string; weight: number } {
  const [tag = '', ...parameters] = entry.split(';').map((part) => part.trim());
  const quality = parameters.find((parameter) => parameter.startsWith('q='));
  const weight = quality === undefined ? 1 : Number(quality.slice(2));
  return { tag, weight: Number.isFinite(weight) ? weight : 0 };
}
