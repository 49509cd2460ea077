import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { extractText, getDocumentProxy, getMeta } from 'unpdf';
import { PooledPdfRenderer, type PdfTable } from './pooled-pdf-renderer.js';

const TABLE: PdfTable = {
  title: 'Account statement',
  language: 'en',
  createdAt: new Date('2026-03-14T12:00:00Z'),
  facts: [['Account', 'Ada Ltd']],
  columns: [
    { label: 'Date', width: 100 },
    { label: 'Reference', wraps: true },
    { label: 'Amount', width: 80, align: 'right' },
  ],
  rows: [],
  summary: [['Closing balance', '12.00']],
  footer: 'acct_1',
  pageText: 'Page {page} of {pages}',
  emptyText: 'No transactions.',
  missingText: 'Some characters are replaced.',
};
const rowsOf = (...references: string[]): PdfTable['rows'] =>
  references.map((reference) => ['Mar 14, 2026', reference, '-1,234.56']);

let renderer: PooledPdfRenderer;

beforeAll(() => {
  renderer = new PooledPdfRenderer();
});
afterAll(() => renderer.close());

async function pagesOf(changes: Partial<PdfTable>): Promise<string[]> {
  const pdf = await getDocumentProxy(await renderer.render({ ...TABLE, ...changes }));
  const { text } = await extractText(pdf, { mergePages: false });
  return text.map((page) => page.normalize('NFKC').replaceAll(/\s+/g, ' '));
}

describe('a PDF table', () => {
  it('has the title, the facts, the head, the rows and the summary', async () => {
    const [page, ...others] = await pagesOf({ rows: rowsOf('INV-1') });
    expect(others).toEqual([]);
    for (const text of [
      'Account statement',
      'Account Ada Ltd',
      'Date Reference Amount',
      'Mar 14, 2026 INV-1 -1,234.56',
      'Closing balance 12.00',
      'acct_1 Page 1 of 1',
    ])
      expect(page).toContain(text);
    expect(page).not.toContain('replaced');
  });

  it('says that there are no rows', async () => {
    expect((await pagesOf({}))[0]).toContain('No transactions.');
  });

  it('repeats the head and numbers the pages', async () => {
    const references = Array.from({ length: 120 }, (_, index) => `line ${index}.`);
    const pages = await pagesOf({ rows: rowsOf(...references) });
    expect(pages.length).toBeGreaterThan(2);
    for (const [index, page] of pages.entries()) {
      expect(page).toContain('Date Reference Amount');
      expect(page).toContain(`Page ${index + 1} of ${pages.length}`);
    }
    const all = pages.join(' ');
    expect(references.filter((reference) => !all.includes(reference))).toEqual([]);
  });

  it('has its title and language in the metadata', async () => {
    const { info } = await getMeta(await renderer.render(TABLE));
    expect(info).toMatchObject({ Title: 'Account statement', Language: 'en' });
  });
});

describe('text in a PDF', () => {
  it.each([
    ['Latin', 'Café Straße Łódź'],
    ['Greek and Cyrillic', 'Ωμέγα Жёлтый'],
    ['Armenian and Georgian', 'Հայ ქართული'],
    ['decomposed accents', 'Cafe\u0301'],
  ])('shows %s', async (_, reference) => {
    const [page] = await pagesOf({ rows: rowsOf(reference) });
    expect(page).toContain(reference.normalize('NFC'));
    expect(page).not.toContain('replaced');
  });

  it('shows all letters of right-to-left text, and says nothing is missing', async () => {
    const [page] = await pagesOf({ rows: rowsOf('חשבונית (12) שלום') });
    for (const word of ['חשבונית', '12', 'שלום']) expect(page).toContain(word);
    expect(page).not.toContain('replaced');
  });

  it('replaces each character that the font lacks, and says so', async () => {
    const [page] = await pagesOf({ rows: rowsOf('A 请求 Z') });
    expect(page).toContain('A □□ Z');
    expect(page).toContain('Some characters are replaced.');
  });

  it('wraps long text, and never cuts it', async () => {
    const reference = Array.from({ length: 40 }, (_, index) => `word${index}`).join(' ');
    const [page] = await pagesOf({ rows: rowsOf(reference, 'x'.repeat(255)) });
    expect(page?.replaceAll(' -1,234.56', '')).toContain(reference);
    expect(page?.match(/x/g)).toHaveLength(255);
  });

  it('ignores invisible and control characters', async () => {
    const [page] = await pagesOf({ rows: rowsOf('a\u202eb\u2066c\u0007d') });
    expect(page).toContain('abcd');
  });
});
