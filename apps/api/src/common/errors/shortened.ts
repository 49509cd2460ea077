const MOST_CHARACTERS = 64;

/** A caller's own words, for a message that repeats them: they may be as long as the body, and end in whole characters. */
export const shortened = (words: string, most = MOST_CHARACTERS): string =>
  words.length > most ? `${words.slice(0, most).replace(/\p{Cs}$/u, '')}…` : words;
