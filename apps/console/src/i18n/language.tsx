import { createContext, type ReactNode, use, useEffect, useMemo, useState } from 'react';
import { isLanguage, type Language, preferredLanguage, type Texts } from './languages.js';

const STORAGE_KEY = 'florin.language';

interface LanguageState {
  readonly language: Language;
  /** For numbers and times: the browser's region, if its language is the chosen one. */
  readonly locale: string;
  readonly setLanguage: (language: Language) => void;
}

const LanguageContext = createContext<LanguageState | undefined>(undefined);

function storedLanguage(): Language {
  const stored = localStorage.getItem(STORAGE_KEY) ?? '';
  return isLanguage(stored) ? stored : preferredLanguage(navigator.languages);
}

export function LanguageProvider({ children }: { readonly children: ReactNode }) {
  const [language, setLanguage] = useState(storedLanguage);
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  const state = useMemo<LanguageState>(
    () => ({
      language,
      locale: navigator.languages.find((tag) => tag.startsWith(language)) ?? language,
      setLanguage: (next) => {
        localStorage.setItem(STORAGE_KEY, next);
        setLanguage(next);
      },
    }),
    [language],
  );
  return <LanguageContext value={state}>{children}</LanguageContext>;
}

export function useLanguage(): LanguageState {
  const state = use(LanguageContext);
  if (state === undefined) throw new Error('useLanguage needs a LanguageProvider.');
  return state;
}

/** The texts of a part of the console in the chosen language. */
export function useTexts<T>(texts: Texts<T>): T {
  return texts[useLanguage().language];
}
