// Runs in a worker thread, loaded by URL: plain JavaScript, so that it also runs from the sources. Lays out a
// `PdfTable` (pooled-pdf-renderer.ts): a title, facts, a table over any number of pages, and a summary.
import { createRequire } from 'node:module';
import { openSync } from 'fontkit';
import PdfDocument from 'pdfkit';
import { createTextShaper } from './pdf-text.js';

const MARGIN = 42;
const SIZE = 8;
const LINE_HEIGHT = 11;
const ROW_GAP = 3;
const CELL_GAP = 8;
const GRAY = '#555555';
const RULE = '#bbbbbb';

// Latin, Greek, Cyrillic, Armenian, Georgian, Hebrew and Arabic in one font. Condensed, for the columns of amounts.
const resolve = createRequire(import.meta.url).resolve;
const FILES = {
  regular: resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed.ttf'),
  bold: resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed-Bold.ttf'),
};
const shaper = createTextShaper(openSync(FILES.regular));

export async function render(table) {
  const document = new PdfDocument({
    size: 'A4',
    margin: MARGIN,
    bufferPages: true,
    lang: table.language,
    displayTitle: true,
    info: { Title: table.title, Creator: 'Florin', Producer: 'Florin', CreationDate: table.createdAt },
  });
  const chunks = [];
  const ended = new Promise((resolveEnded, reject) => {
    document.on('data', (chunk) => chunks.push(chunk));
    document.on('end', resolveEnded);
    document.on('error', reject);
  });
  for (const [name, file] of Object.entries(FILES)) document.registerFont(name, file);
  new TableLayout(document, table).draw();
  document.end();
  await ended;
  return new Uint8Array(Buffer.concat(chunks));
}

class TableLayout {
  constructor(document, table) {
    this.document = document;
    this.table = table;
    this.hasMissingCharacters = false;
    this.y = MARGIN;
    this.bottom = document.page.height - MARGIN - 2 * LINE_HEIGHT;
    this.width = document.page.width - 2 * MARGIN;
    const flexible = this.width - table.columns.reduce((sum, { width = 0 }) => sum + width, 0);
    let x = MARGIN;
    this.columns = table.columns.map(({ width = flexible, ...column }, index, { length }) => {
      const placed = { ...column, x, width: index === length - 1 ? width : width - CELL_GAP };
      x += width;
      return placed;
    });
  }

  draw() {
    const { title, facts, rows, summary, emptyText } = this.table;
    this.line(title, { font: 'bold', size: 16 });
    this.y += 10;
    for (const fact of facts) this.fact(fact);
    this.y += 10;
    this.head();
    for (const cells of rows) this.row(cells);
    if (rows.length === 0) this.line(emptyText, { color: GRAY });
    this.y += 8;
    this.breakBefore((summary.length + 1) * (LINE_HEIGHT + ROW_GAP));
    for (const [label, value] of summary) this.summaryRow(label, value);
    if (this.hasMissingCharacters) this.note();
    this.footers();
  }

  fact([label, value]) {
    const lines = this.wrap(value, 'regular', this.width - 110);
    this.text(label, MARGIN, { color: GRAY });
    for (const line of lines) {
      this.text(line, MARGIN + 110);
      this.y += LINE_HEIGHT + 1;
    }
  }

  head() {
    for (const { label, ...column } of this.columns) this.cell(label, column, { font: 'bold' });
    this.y += LINE_HEIGHT + 1;
    this.rule();
    this.y += ROW_GAP;
  }

  row(cells) {
    const wrapped = this.columns.map(({ width, wraps }, index) =>
      wraps ? this.wrap(cells[index], 'regular', width) : [cells[index]],
    );
    const lines = Math.max(...wrapped.map(({ length }) => length));
    if (this.breakBefore(lines * LINE_HEIGHT + ROW_GAP)) this.head();
    const top = this.y;
    for (const [index, column] of this.columns.entries())
      for (const [number, line] of wrapped[index].entries()) {
        this.y = top + number * LINE_HEIGHT;
        this.cell(line, column);
      }
    this.y = top + lines * LINE_HEIGHT + ROW_GAP;
  }

  summaryRow(label, value) {
    const last = this.columns.at(-1);
    this.cell(label, { x: MARGIN, width: this.width - last.width - CELL_GAP }, { font: 'bold' });
    this.cell(value, { ...last, align: 'right' }, { font: 'bold' });
    this.y += LINE_HEIGHT + ROW_GAP;
  }

  note() {
    this.y += 6;
    for (const line of this.wrap(this.table.missingText, 'regular', this.width))
      this.line(line, { color: GRAY });
  }

  footers() {
    const { start, count } = this.document.bufferedPageRange();
    for (let page = start; page < start + count; page += 1) {
      this.document.switchToPage(page);
      this.y = this.document.page.height - MARGIN - LINE_HEIGHT;
      const number = this.table.pageText.replace('{page}', page - start + 1).replace('{pages}', count);
      this.text(this.table.footer, MARGIN, { color: GRAY });
      this.cell(number, { x: MARGIN, width: this.width, align: 'right' }, { color: GRAY });
    }
  }

  /** Starts another page unless the height is left on this one. */
  breakBefore(height) {
    if (this.y + height <= this.bottom) return false;
    this.document.addPage();
    this.y = MARGIN;
    return true;
  }

  rule() {
    this.document
      .moveTo(MARGIN, this.y)
      .lineTo(MARGIN + this.width, this.y)
      .lineWidth(0.5)
      .stroke(RULE);
  }

  line(text, style = {}) {
    this.text(text, MARGIN, style);
    this.y += (style.size ?? SIZE) + ROW_GAP;
  }

  /** A text wider than its cell gets a smaller font: an amount is never cut. */
  cell(text, { x, width, align }, style = {}) {
    const parts = this.shape(text);
    const full = this.widthOf(parts, style.font, SIZE);
    const size = full > width ? (SIZE * width) / full : SIZE;
    const left = align === 'right' ? x + width - Math.min(full, width) : x;
    this.parts(parts, left, { ...style, size });
  }

  text(text, x, style = {}) {
    this.parts(this.shape(text), x, style);
  }

  parts(parts, x, { font = 'regular', size = SIZE, color = 'black' }) {
    this.document.font(font).fontSize(size).fillColor(color);
    let left = x;
    for (const part of parts) {
      this.document.text(part, left, this.y, { lineBreak: false });
      left += this.document.widthOfString(part);
    }
  }

  shape(text) {
    const { parts, hasMissing } = shaper.shape(text);
    this.hasMissingCharacters ||= hasMissing;
    return parts;
  }

  widthOf(parts, font = 'regular', size = SIZE) {
    this.document.font(font).fontSize(size);
    return parts.reduce((sum, part) => sum + this.document.widthOfString(part), 0);
  }

  wrap(text, font, width) {
    const fits = (line) => this.widthOf(this.shape(line), font) <= width;
    if (fits(text)) return [text];
    const lines = [];
    let line = '';
    for (const piece of shaper.breakable(text)) {
      if (line !== '' && !fits((line + piece).trimEnd())) {
        lines.push(line.trimEnd());
        line = piece.trimStart();
      } else {
        line += piece;
      }
      while (!fits(line.trimEnd())) {
        const head = shaper.longestPrefix(line, fits);
        lines.push(head);
        line = line.slice(head.length);
      }
    }
    return line.trim() === '' ? lines : [...lines, line.trimEnd()];
  }
}
