import { describe, expect, it } from '@jest/globals';
import { currency } from '@florin/kernel';
import { type CsvOptions, DEFAULT_CSV_OPTIONS } from '@florin/ledger';
import { StreamedStatementFileReader } from './statement-file.reader.js';

const EUR = currency('EUR');
const reader = new StreamedStatementFileReader();

async function read(content: string | Uint8Array, options: Partial<CsvOptions> = {}) {
  const csv = { ...DEFAULT_CSV_OPTIONS, ...options };
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  return (await reader.read(bytes, 'csv', csv, EUR)).lines;
}

describe('a CSV file', () => {
  it('is read by the usual names of columns', async () => {
    const content =
      '\uFEFFDate,Amount,Reference,Description\r\n2026-03-02,-12.50,INV-1,"a ""b"",\nc"\r\n\r\n2026-03-03,7,,\r\n';
    expect(await read(content)).toEqual([
      { lineNumber: 3, date: '2026-03-02', amount: -1250, reference: 'INV-1', description: 'a "b", c' },
      { lineNumber: 5, date: '2026-03-03', amount: 700, reference: undefined, description: undefined },
    ]);
  });

  it('is read by the options', async () => {
    const content =
      'Kontoauszug\nUmsätze\nTag;Soll;Haben;Zweck;Waehrung\n02.03.2026;1.234,50;;Miete;EUR\n3.3.2026;;0,07;;eur\n04.03.2026;-5,00;0,00;;EUR\n';
    const options: Partial<CsvOptions> = {
      delimiter: 'semicolon',
      decimalSeparator: 'comma',
      dateFormat: 'dd.mm.yyyy',
      skipLines: 2,
      dateColumn: 'Tag',
      debitColumn: 'Soll',
      creditColumn: 'Haben',
      referenceColumn: 'Zweck',
      currencyColumn: 'Waehrung',
    };
    expect(await read(content, options)).toMatchObject([
      { amount: -123_450, date: '2026-03-02', reference: 'Miete' },
      { amount: 7, date: '2026-03-03' },
      { amount: -500 },
    ]);
  });

  it('is read by the numbers of columns', async () => {
    const options = {
      hasHeader: false,
      dateColumn: '2',
      amountColumn: '1',
      amountSign: 'positive_out',
    } as const;
    expect(await read('5.00,2026-03-02T10:00:00Z\n', options)).toMatchObject([
      { lineNumber: 1, amount: -500 },
    ]);
  });

  it.each<[string, string | Uint8Array, Partial<CsvOptions>, RegExp]>([
    ['no bytes', '', {}, /^The file is empty/],
    ['no column', 'date,sum\n2026-03-02,1\n', {}, /no column "amount"\. Send amount_column/],
    [
      'an unknown column',
      'date,amount\n',
      { referenceColumn: 'Ref' },
      /^reference_column: the file has no column "Ref"/,
    ],
    ['an ambiguous column', 'date,a,a\n', { amountColumn: 'a' }, /more than one column "a"/],
    [
      'a number that is no column',
      '1,2\n',
      { hasHeader: false, dateColumn: '3', amountColumn: '1' },
      /^date_column must be a number from 1 to 2/,
    ],
    [
      'too many columns for amounts',
      'date,amount\n',
      { amountColumn: 'amount', creditColumn: 'x' },
      /cannot be combined/,
    ],
    ['no date', 'date,amount\n2026-02-30,1\n', {}, /^Line 2: "2026-02-30" is not a date/],
    [
      'no amount',
      'date,amount\n2026-03-02,1\n2026-03-02,1e3\n',
      {},
      /^Line 3: "1e3" is not an amount in EUR/,
    ],
    ['too many decimals', 'date,amount\n2026-03-02,1.005\n', {}, /^Line 2: "1\.005" is not an amount/],
    [
      'another currency',
      'date,amount,ccy\n2026-03-02,1,USD\n',
      { currencyColumn: 'ccy' },
      /^Line 2: the currency is "USD"/,
    ],
    [
      'credit and debit',
      'date,c,d\n2026-03-02,1,1\n',
      { creditColumn: 'c', debitColumn: 'd' },
      /both a credit and a debit/,
    ],
    [
      'neither credit nor debit',
      'date,c,d\n2026-03-02,,\n',
      { creditColumn: 'c', debitColumn: 'd' },
      /neither a credit/,
    ],
    [
      'too many fields',
      'date,amount\n2026-03-02,1\n2026-03-02,1,2\n',
      {},
      /^Line 3: it has more or fewer fields/,
    ],
    [
      'an open quotation mark',
      'date,amount\n2026-03-02,"1\n',
      {},
      /^Line \d: a quotation mark is not closed/,
    ],
    [
      'a misplaced quotation mark',
      'date,amount\n2026-03-02,"1"2\n',
      {},
      /^Line 2: it is not well-formed CSV/,
    ],
    [
      'a long reference',
      `date,amount,reference\n2026-03-02,1,${'x'.repeat(256)}\n`,
      {},
      /^Line 2: the reference is longer/,
    ],
    [
      'Latin-1',
      Buffer.from('date,amount\n2026-03-02,1\ncaf\xe9,1\n', 'latin1'),
      {},
      /^Line 3: the file is not UTF-8/,
    ],
  ])('with %s is refused', async (_, content, options, message) => {
    await expect(read(content, options)).rejects.toMatchObject({
      code: 'invalid_request',
      message: expect.stringMatching(message),
    });
  });

  it('of 10 MiB without a line break, or in one open field, is refused', async () => {
    const large = 'x'.repeat(10 * 1024 * 1024);
    await expect(read(large)).rejects.toThrow(/longer than 65536 bytes/);
    await expect(read(`date,amount\n"${large}`)).rejects.toThrow(/longer than 65536 bytes/);
  });

  it('of more than 100,000 lines is refused', async () => {
    await expect(read(`date,amount\n${'2026-03-02,1\n'.repeat(100_001)}`)).rejects.toThrow(
      'The file has more than 100000 lines.',
    );
  });

  it('keeps names like those of prototypes and formulas as text', async () => {
    const content = '__proto__,constructor,amount,date\n=1+1,a\u0000b,1,2026-03-02\n';
    const options = { referenceColumn: '__proto__', descriptionColumn: 'constructor' };
    expect(await read(content, options)).toMatchObject([{ reference: '=1+1', description: 'a b' }]);
  });
});
