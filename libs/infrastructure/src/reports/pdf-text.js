// Prepares text of any script for pdfkit, which draws from left to right and shows nothing for characters without a glyph.
// Loaded by pdf-worker.js in a worker thread: plain JavaScript.
import bidiFactory from 'bidi-js';

const MISSING = '□';
const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
/** Invisible, such as variation selectors and bidirectional marks; the joiners change the shapes of Arabic letters. */
const IGNORED = /(?![\u200c\u200d])[\p{Default_Ignorable_Code_Point}\p{Cc}]/gu;
const bidi = bidiFactory();
const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
const graphemesOf = (text) => Array.from(segmenter.segment(text), ({ segment }) => segment);

export function createTextShaper(font) {
  const known = new Map();
  const hasGlyph = (character) => {
    let result = known.get(character);
    if (result === undefined) {
      result = font.hasGlyphForCodePoint(character.codePointAt(0));
      known.set(character, result);
    }
    return result;
  };
  const isShown = (text) => [...text].every((character) => hasGlyph(character));

  return {
    /** The parts of one line in visual order, each drawn by the font in one direction. */
    shape(text) {
      const { shown, hasMissing } = replaceMissing(text, isShown);
      return { parts: RIGHT_TO_LEFT.test(shown) ? visualParts(shown) : [shown], hasMissing };
    },
    /** The words with the spaces behind them. */
    breakable: (text) => text.match(/\S+\s*|\s+/gu) ?? [],
    /** At least one character, so that a loop over the rest ends. */
    longestPrefix(text, fits) {
      let prefix = '';
      for (const grapheme of graphemesOf(text)) {
        if (prefix !== '' && !fits(prefix + grapheme)) break;
        prefix += grapheme;
      }
      return prefix;
    },
  };
}

/** One mark for each visible character without a glyph. */
function replaceMissing(text, isShown) {
  const visible = text.normalize('NFC').replace(IGNORED, '');
  if (isShown(visible)) return { shown: visible, hasMissing: false };
  const shown = graphemesOf(visible)
    .map((grapheme) => (isShown(grapheme) ? grapheme : MISSING))
    .join('');
  return { shown, hasMissing: true };
}

/** Unicode's bidirectional algorithm. The font reverses the letters of a right-to-left word, but not the order of words. */
function visualParts(text) {
  const levels = bidi.getEmbeddingLevels(text);
  const mirrored = bidi.getMirroredCharactersMap(text, levels.levels);
  const characters = Array.from({ length: text.length }, (_, index) => mirrored.get(index) ?? text[index]);
  const runs = [];
  for (const index of bidi.getReorderedIndices(text, levels)) {
    const isRightToLeft = levels.levels[index] % 2 === 1;
    const run = runs.at(-1);
    const isNext = run?.isRightToLeft === isRightToLeft && Math.abs(run.last - index) === 1;
    if (isNext) {
      run.indices.push(index);
      run.last = index;
    } else {
      runs.push({ isRightToLeft, indices: [index], last: index });
    }
  }
  return runs.flatMap(({ isRightToLeft, indices }) => {
    const logical = indices.sort((left, right) => left - right).map((index) => characters[index]);
    return isRightToLeft ? reversedWords(logical.join('')) : [logical.join('')];
  });
}

const reversedWords = (text) =>
  (text.match(/\s+|\S+/gu) ?? [])
    .reverse()
    .map((word) => (RIGHT_TO_LEFT.test(word) ? word : graphemesOf(word).reverse().join('')));
