const MAX_CHARACTERS = 64;

/** A caller's own words, for a message that repeats them: they may be as long as the body, and end in whole characters. */
export const truncate = (text: string, maxLength = MAX_CHARACTERS): string =>
  text.length > maxLength ? `${text.slice(0, maxLength).replace(/\p{Cs}$/u, '')}…` : text;
