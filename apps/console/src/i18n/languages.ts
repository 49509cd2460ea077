export const LANGUAGES = { en: 'English', de: 'Deutsch', fr: 'Français', es: 'Español' } as const;
export type Language = keyof typeof LANGUAGES;

export const isLanguage = (text: string): text is Language => Object.hasOwn(LANGUAGES, text);

/** The first language of the browser that the console has, otherwise English. */
export function preferredLanguage(preferences: readonly string[]): Language {
  const languages = preferences.map((tag) => tag.slice(0, 2).toLowerCase());
  return languages.find(isLanguage) ?? 'en';
}

/** The same texts in each language. */
export type Texts<T> = Readonly<Record<Language, T>>;
