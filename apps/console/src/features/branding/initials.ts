const CHARACTERS = new Intl.Segmenter('en', { granularity: 'grapheme' });
const firstCharacter = (word: string): string => CHARACTERS.segment(word).containing(0)?.segment ?? '';

/** What payment pages show without a logo: of the first two words that begin with a letter or a digit. */
export function initialsOf(name: string): string {
  const words = name.split(/[^\p{L}\p{M}\p{N}]+/u).filter((word) => word !== '');
  return words.slice(0, 2).map(firstCharacter).join('').toUpperCase();
}
