/** Escaped markup. Only `html` creates it, so that no text reaches a page unescaped. */
export class Html {
  constructor(readonly markup: string) {}
}

type Piece = string | number | Html | readonly Piece[] | undefined | false;

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes every value except the results of `html`. */
export function html(parts: TemplateStringsArray, ...pieces: readonly Piece[]): Html {
  let markup = parts[0] ?? '';
  for (const [index, piece] of pieces.entries()) markup += markupOf(piece) + (parts[index + 1] ?? '');
  return new Html(markup);
}

function markupOf(piece: Piece): string {
  if (piece === undefined || piece === false) return '';
  if (piece instanceof Html) return piece.markup;
  if (typeof piece === 'object') return piece.map(markupOf).join('');
  return String(piece).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}
