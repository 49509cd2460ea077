const MAX_CHARACTERS = 64;

/** For input that an error message repeats. Never cuts a surrogate pair in half. */
export const truncate = (text: string, maxLength = MAX_CHARACTERS): string =>
  text.length > maxLength ? `${text.slice(0, maxLength).replace(/\p{Cs}$/u, '')}…` : text;
