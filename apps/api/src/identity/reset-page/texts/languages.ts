import { PageLanguages } from '../../../pages/languages.js';
import { ar } from './ar.js';
import { de } from './de.js';
import { en } from './en.js';
import { es } from './es.js';
import { fr } from './fr.js';
import { he } from './he.js';

/** English for other languages: a user has none. */
export const LANGUAGES = new PageLanguages(en, de, fr, es, ar, he);
