import { ar } from './ar.js';
import { de } from './de.js';
import { en } from './en.js';
import { es } from './es.js';
import { fr } from './fr.js';
import { he } from './he.js';
import type { MailTexts } from './texts.js';

const TEXTS: Readonly<Record<string, MailTexts>> = { en, de, fr, es, ar, he };

/** Of a language that the payment pages have; `languages.spec.ts` compares both. */
export const mailTextsFor = (language: string): MailTexts => TEXTS[language] ?? en;

export const MAIL_LANGUAGES = Object.keys(TEXTS);
