import { describe, expect, it } from '@jest/globals';
import { currency } from '@florin/kernel';
import { DEFAULT_CSV_OPTIONS } from '@florin/ledger';
import { StreamedStatementFileReader } from './statement-file.reader.js';

const EUR = currency('EUR');
const reader = new StreamedStatementFileReader();
const NAMESPACE = 'urn:iso:std:iso:20022:tech:xsd:camt.053.001';

const read = (content: string | Uint8Array) =>
  reader.read(
    typeof content === 'string' ? Buffer.from(content) : content,
    'camt053',
    DEFAULT_CSV_OPTIONS,
    EUR,
  );

const statement = (entries: string, version = '08'): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="${NAMESPACE}.${version}"><BkToCstmrStmt><Stmt><Id>1</Id>
${entries}</Stmt></BkToCstmrStmt></Document>`;

interface Parts {
  readonly amount?: string;
  readonly ccy?: string;
  readonly indicator?: string;
  readonly date?: string;
  readonly more?: string;
}

const entry = ({
  amount = '10.00',
  ccy = 'EUR',
  indicator = 'CRDT',
  date = '<BookgDt><Dt>2026-03-02</Dt></BookgDt>',
  more = '',
}: Parts = {}): string =>
  `<Ntry><Amt Ccy="${ccy}">${amount}</Amt><CdtDbtInd>${indicator}</CdtDbtInd>${date}${more}</Ntry>\n`;

const details = (endToEndId: string, inner = ''): string =>
  `<TxDtls><Refs><EndToEndId>${endToEndId}</EndToEndId></Refs>${inner}</TxDtls>`;
const inDetails = (...parts: string[]): string => `<NtryDtls>${parts.join('')}</NtryDtls>`;

describe('a camt.053 file', () => {
  it('has a line for each booked entry', async () => {
    const file = statement(
      '<FrToDt><FrDtTm>2026-03-01T00:00:00</FrDtTm><ToDtTm>2026-03-31T23:59:59</ToDtTm></FrToDt>' +
        entry({
          more: `<Sts><Cd>BOOK</Cd></Sts>${inDetails(details('INV-1', '<RmtInf><Ustrd>Invoice</Ustrd><Ustrd>one &amp; only</Ustrd></RmtInf>'))}`,
        }) +
        entry({ more: '<Sts><Cd>PDNG</Cd></Sts>' }) +
        entry({
          indicator: 'DBIT',
          amount: '7.5',
          date: '<ValDt><DtTm>2026-03-04T10:00:00+01:00</DtTm></ValDt>',
          more: `<RvslInd>true</RvslInd>${inDetails(details('NOTPROVIDED'))}<AddtlNtryInf>Fee</AddtlNtryInf>`,
        }),
    );
    expect(await read(file)).toEqual({
      period: { from: '2026-03-01', to: '2026-03-31' },
      lines: [
        {
          lineNumber: 3,
          reference: 'INV-1',
          amount: 1000,
          date: '2026-03-02',
          description: 'Invoice one & only',
        },
        { lineNumber: 5, reference: undefined, amount: -750, date: '2026-03-04', description: 'Fee' },
      ],
    });
  });

  it('has a line for each transaction of a batch', async () => {
    const batch = inDetails(
      '<Btch><NbOfTxs>2</NbOfTxs></Btch>',
      details('A', '<Amt Ccy="EUR">12.00</Amt><CdtDbtInd>CRDT</CdtDbtInd>'),
      details('B', '<Amt Ccy="EUR">2.00</Amt><CdtDbtInd>DBIT</CdtDbtInd>'),
    );
    const { lines } = await read(statement(entry({ more: batch })));
    expect(lines).toMatchObject([
      { reference: 'A', amount: 1200 },
      { reference: 'B', amount: -200 },
    ]);
  });

  it('of version 02 has the amounts of a batch in AmtDtls, and the status as text', async () => {
    const amountOf = (text: string) => `<AmtDtls><TxAmt><Amt Ccy="EUR">${text}</Amt></TxAmt></AmtDtls>`;
    const batch = inDetails(details('A', amountOf('6.00')), details('B', amountOf('4.00')));
    const { lines } = await read(statement(entry({ more: `<Sts>BOOK</Sts>${batch}` }), '02'));
    expect(lines).toMatchObject([
      { reference: 'A', amount: 600 },
      { reference: 'B', amount: 400 },
    ]);
  });

  it.each([
    ['do not add up', details('A', '<Amt Ccy="EUR">6.00</Amt>') + details('B', '<Amt Ccy="EUR">3.00</Amt>')],
    ['have no amounts', details('A') + details('B')],
    [
      'have another currency',
      details('A', '<Amt Ccy="USD">6.00</Amt>') + details('B', '<Amt Ccy="USD">4.00</Amt>'),
    ],
  ])('has one line for a batch whose transactions %s', async (_, inner) => {
    const { lines } = await read(statement(entry({ more: inDetails(inner) })));
    expect(lines).toMatchObject([{ reference: undefined, amount: 1000 }]);
  });

  it('may use a prefix for the namespace', async () => {
    const file = statement(entry())
      .replaceAll(/<(\/?)(?=[A-Z])/g, '<$1c:')
      .replace('xmlns=', 'xmlns:c=');
    expect((await read(file)).lines).toMatchObject([{ amount: 1000 }]);
  });

  it.each<[string, string, RegExp]>([
    ['is no XML', 'date,amount', /not well-formed XML/],
    ['is not complete', statement(entry()).slice(0, -20), /not well-formed XML/],
    [
      'has tags that overlap',
      statement('<Ntry><Amt></Ntry></Amt>'),
      /^Line 3: the file is not well-formed XML/,
    ],
    [
      'is camt.052',
      statement(entry()).replace('camt.053', 'camt.052'),
      /^Line 2: the file is not a camt\.053 statement/,
    ],
    ['is version 01', statement(entry(), '01'), /not a camt\.053 statement/],
    [
      'has another encoding',
      statement(entry()).replace('UTF-8', 'ISO-8859-1'),
      /^Line 1: the encoding must be UTF-8/,
    ],
    [
      'has another currency',
      statement(`${entry()}${entry({ ccy: 'USD' })}`),
      /^Line 4: the currency is "USD", but the account has EUR/,
    ],
    ['has no currency', statement(entry().replace(' Ccy="EUR"', '')), /the currency is ""/],
    [
      'has too many decimals',
      statement(entry({ amount: '1.001' })),
      /^Line 3: "1\.001" is not an amount in EUR/,
    ],
    ['has a negative amount', statement(entry({ amount: '-1.00' })), /"-1\.00" is not an amount/],
    ['has no direction', statement(entry({ indicator: 'BOTH' })), /CdtDbtInd must be CRDT or DBIT/],
    ['has no date', statement(entry({ date: '' })), /^Line 3: BookgDt is not a date/],
    ['has an unknown entity', statement(entry({ amount: '&nbsp;1' })), /not well-formed XML/],
  ])('that %s is refused', async (_, content, message) => {
    await expect(read(content)).rejects.toMatchObject({
      code: 'invalid_request',
      message: expect.stringMatching(message),
    });
  });

  const LAUGHS = `<!DOCTYPE lolz [<!ENTITY a "ha">${Array.from({ length: 9 }, (_, index) => `<!ENTITY ${'bcdefghij'[index]} "${`&${'abcdefghi'[index]};`.repeat(10)}">`).join('')}]>`;
  const FILE = '<!DOCTYPE x [<!ENTITY file SYSTEM "file:///etc/passwd">]>';
  const inside = (doctype: string, name: string): string =>
    statement(entry({ more: `<AddtlNtryInf>&${name};</AddtlNtryInf>` })).replace('?>\n', `?>${doctype}\n`);
  const mebibytes = 'x'.repeat(10 * 1024 * 1024);

  it.each<[string, string | Uint8Array, RegExp]>([
    ['entities of entities', inside(LAUGHS, 'j'), /a document type \(DOCTYPE\) is not accepted/],
    ['an entity of a local file', inside(FILE, 'file'), /a document type \(DOCTYPE\) is not accepted/],
    ['an external document type', inside('<!DOCTYPE x SYSTEM "http://127.0.0.1/x.dtd">', 'x'), /DOCTYPE/],
    ['a document type of 10 MiB', inside(`<!DOCTYPE x [<!ENTITY y "${mebibytes}">]>`, 'y'), /Line \d+: /],
    ['10,000 levels', statement('<a>'.repeat(10_000)), /nested more than 64 levels deep/],
    [
      'a million attributes',
      statement(`<a ${Array.from({ length: 1_000_000 }, (_, index) => `a${index}=""`).join(' ')}/>`),
      /too many attributes/,
    ],
    ['an attribute of 10 MiB', statement(`<a b="${mebibytes}"/>`), /Line \d+: /],
    ['a name of 10 MiB', statement(`<${mebibytes}/>`), /Line \d+: /],
    ['a comment of 10 MiB', statement(`<!--${mebibytes}-->`), /Line \d+: /],
    ['a million invalid elements', statement('<a>&</a>'.repeat(1_000_000)), /not well-formed XML/],
    ['invalid UTF-8', Buffer.from(`${statement(entry())}\n\xff`, 'latin1'), /^Line 5: the file is not UTF-8/],
    ['UTF-16', Buffer.from(statement(entry()), 'utf16le'), /not well-formed XML/],
  ])('with %s is refused without harm', async (_, content, message) => {
    await expect(read(content)).rejects.toMatchObject({
      code: 'invalid_request',
      message: expect.stringMatching(message),
    });
  });

  it('of 10 MiB in one element is read, and the text is cut', async () => {
    const { lines } = await read(statement(entry({ more: `<AddtlNtryInf>${mebibytes}</AddtlNtryInf>` })));
    expect(lines[0]?.description).toHaveLength(500);
  });

  it('of megabytes lets other work run meanwhile', async () => {
    let turns = 0;
    const timer = setInterval(() => (turns += 1), 1);
    await read(statement('<a>x</a>'.repeat(200_000)));
    clearInterval(timer);
    expect(turns).toBeGreaterThan(5);
  });
});
