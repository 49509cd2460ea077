import { type Language as PageLanguage, PageLanguages } from '../../../pages/languages.js';
import { ar } from './ar.js';
import { de } from './de.js';
import { en } from './en.js';
import { es } from './es.js';
import { fr } from './fr.js';
import { he } from './he.js';
import type { Texts } from './texts.js';

export type Language = PageLanguage<Texts>;

/** English for other languages. */
export const LANGUAGES = new PageLanguages<Texts>(en, de, fr, es, ar, he);
