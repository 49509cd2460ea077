import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { extractText, getDocumentProxy } from 'unpdf';
import { addKey, addUser, expectRefusal } from '../support/account-holders.js';
import { Bank, type Customer } from '../support/bank.js';
import type { Fields, TestResponse } from '../support/running-api.js';

interface Line {
  id: string;
  transaction_id: string;
  type: string;
  reference: string | null;
  amount: number;
  balance_after: number;
  posted_at: string;
}

interface Statement {
  account_id: string;
  currency: string;
  from: string | null;
  to: string | null;
  opening_balance: number;
  closing_balance: number;
  totals: { in: number; out: number; count: number };
  data: Line[];
  has_more: boolean;
}

const PATH = '/v1/account/statement';
const KUWAIT = { currency: 'KWD', timezone: 'Asia/Kuwait', language: 'de' };
const FORMULA = '=HYPERLINK("https://evil.example")';

let bank: Bank;
let customer: Customer;
let lines: Line[];

beforeAll(async () => {
  bank = await Bank.open();
  customer = await bank.customer(0, KUWAIT);
  const settled = (changes: object) => bank.settled(customer, { currency: 'KWD', ...changes });
  await settled({ type: 'credit', amount: 1_000_000, reference: 'Gehalt, "März"' });
  const payment = await settled({ amount: 2_500, reference: FORMULA });
  await settled({ type: 'refund', amount: 500, refund_of: payment });
  await settled({ amount: 1, reference: 'فاتورة 请' });
  expect((await bank.create(customer, { currency: 'KWD' })).status).toBe(201);
  lines = (await statement()).body.data;
});
afterAll(() => bank.close());

const get = <Body = Fields>(query = '', token = customer.token, headers: Record<string, string> = {}) =>
  bank.api.request<Body>('GET', `${PATH}${query}`, { token, headers });
const statement = (query = '') => get<Statement>(query);

describe('GET /v1/account/statement', () => {
  it('has the balances, the totals and the posted lines, newest first', async () => {
    const { status, body, headers } = await statement();
    expect(status).toBe(200);
    expect(headers.get('vary')).toBe('Accept');
    expect(body).toMatchObject({
      account_id: customer.id,
      currency: 'KWD',
      from: null,
      to: null,
      opening_balance: 0,
      closing_balance: 997_999,
      totals: { in: 1_000_500, out: 2_501, count: 4 },
      has_more: false,
    });
    expect(body.data.map(({ type, amount, balance_after }) => [type, amount, balance_after])).toEqual([
      ['payment', -1, 997_999],
      ['refund', 500, 998_000],
      ['payment', -2_500, 997_500],
      ['credit', 1_000_000, 1_000_000],
    ]);
    const [newest] = body.data;
    const entries = await bank.send(
      'GET',
      `/v1/transactions/${newest!.transaction_id}/entries`,
      customer.token,
    );
    expect((entries.body as unknown as Statement).data[0]).toMatchObject({
      id: newest!.id,
      posted_at: newest!.posted_at,
    });
    const { available, held } = await bank.balance(customer);
    expect(available + held).toBe(body.closing_balance);
  });

  it('has pages in both directions, with the totals of the whole period', async () => {
    const first = await statement('?limit=3');
    expect(first.body).toMatchObject({ has_more: true, totals: { count: 4 } });
    const second = await statement(`?limit=3&starting_after=${first.body.data[2]!.id}`);
    expect(second.body).toMatchObject({ has_more: false, opening_balance: 0, closing_balance: 997_999 });
    expect([...first.body.data, ...second.body.data]).toEqual(lines);
    const back = await statement(`?limit=2&ending_before=${lines[3]!.id}`);
    expect(back.body).toMatchObject({ data: lines.slice(1, 3), has_more: true });
  });

  it('has the lines from one instant to another, inclusive', async () => {
    const [, newer, older] = lines as [Line, Line, Line, Line];
    const { body } = await statement(`?from=${older.posted_at}&to=${newer.posted_at}`);
    expect(body).toMatchObject({ from: older.posted_at, to: newer.posted_at });
    const inPeriod = lines.filter(
      ({ posted_at }) => posted_at >= older.posted_at && posted_at <= newer.posted_at,
    );
    expect(body.data).toEqual(inPeriod);
    const sum = inPeriod.reduce((total, { amount }) => total + amount, 0);
    expect(body.opening_balance + sum).toBe(body.closing_balance);
  });

  it('reads a date as a day in the time zone of the account', async () => {
    const { body } = await statement('?from=2026-01-31&to=2026-01-31');
    expect(body).toMatchObject({
      from: '2026-01-30T21:00:00.000Z',
      to: '2026-01-31T20:59:59.999Z',
      data: [],
      opening_balance: 0,
      closing_balance: 0,
      totals: { in: 0, out: 0, count: 0 },
    });
  });

  it.each([
    ['from=2026-02-30', /^from must be a date/],
    ['to=yesterday', /^to must be a date/],
    ['from=2026-02-02&to=2026-02-01', /^from must not be after to/],
    ['format=xml', /^format must be/],
    ['limit=0', /^limit must be/],
    [
      'starting_after=txn_01k9zxv3s8e7qv5m2c4w6y8h0j',
      /^starting_after must be sent once, as the id of a line/,
    ],
    ['ending_before=txn_01k9zxv3s8e7qv5m2c4w6y8h0j:clearing', /^ending_before must be/],
    ['format=csv&limit=20', /^limit cannot be combined with the format csv/],
    [
      'format=pdf&starting_after=txn_01k9zxv3s8e7qv5m2c4w6y8h0j:account',
      /^starting_after cannot be combined/,
    ],
    ['from=2026-01-01&from=2026-01-02', /^from must be a date/],
    ['until=2026-01-01', /^Unknown parameter: until/],
  ])('rejects ?%s', async (query, message) => {
    const response = await get(`?${query}`);
    expectRefusal(response, 400, 'invalid_request');
    expect(response.body.message).toMatch(message);
  });

  it('rejects both cursors', async () => {
    const [{ id } = { id: '' }] = lines;
    expectRefusal(await get(`?starting_after=${id}&ending_before=${id}`), 400, 'invalid_request');
  });

  it('is for the account, in every format', async () => {
    const member = await addUser(bank.api, customer.token);
    const key = await addKey(bank.api, customer.token);
    const acting = { 'x-account-id': customer.id };
    for (const format of ['json', 'csv', 'pdf']) {
      const query = `?format=${format}`;
      for (const token of [member.token, key]) expect((await get(query, token)).status).toBe(200);
      expect((await get(query, bank.admin, acting)).status).toBe(200);
      expectRefusal(await get(query, bank.admin), 403, 'forbidden');
      expectRefusal(await bank.api.request('GET', `${PATH}${query}`), 401, 'unauthorized');
      const unknown = { 'x-account-id': 'acct_01k9zxv3s8e7qv5m2c4w6y8h0j' };
      expectRefusal(await get(query, bank.admin, unknown), 404, 'not_found');
      const other = await bank.customer();
      expectRefusal(await get(query, other.token, acting), 404, 'not_found');
    }
  });
});

describe('the format of a statement', () => {
  it.each([
    [undefined, 'application/json'],
    ['*/*', 'application/json'],
    ['text/csv', 'text/csv'],
    ['application/pdf', 'application/pdf'],
    ['text/html,application/xhtml+xml,*/*;q=0.8', 'application/json'],
    ['text/csv;q=0.5, application/pdf', 'application/pdf'],
    ['text/*', 'text/csv'],
    ['image/png', 'application/json'],
    [';;,q=', 'application/json'],
  ])('for Accept: %s is %s', async (accept, expected) => {
    const response = await get('', customer.token, accept === undefined ? {} : { accept });
    expect([response.status, typeOf(response)]).toEqual([200, expected]);
  });

  it('of the parameter takes precedence, and errors are JSON', async () => {
    expect(typeOf(await get('?format=csv', customer.token, { accept: 'application/pdf' }))).toBe('text/csv');
    const refused = await get('?from=x', customer.token, { accept: 'text/csv' });
    expect(typeOf(refused)).toBe('application/json');
  });
});

const typeOf = ({ headers }: TestResponse<unknown>) => headers.get('content-type')?.split(';')[0];

describe('a statement as CSV', () => {
  it('has all lines, oldest first, with decimals and minor units, and no formulas', async () => {
    const { text, headers } = await get('?format=csv&from=2026-01-01');
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present');
    expect(headers.get('content-disposition')).toBe(
      `attachment; filename="statement_${customer.id}_2026-01-01.csv"`,
    );
    const [head, ...rows] = text.split('\r\n');
    expect(head).toBe(
      'posted_at,transaction_id,type,reference,currency,amount,balance_after,amount_minor,balance_after_minor',
    );
    const keyOf = ({ posted_at, transaction_id }: Line) => `${posted_at},${transaction_id}`;
    const [fourth, third, second, first] = lines.map(keyOf);
    expect(rows).toEqual([
      `${first},credit,"Gehalt, ""März""",KWD,1000.000,1000.000,1000000,1000000`,
      `${second},payment,"'${FORMULA.replaceAll('"', '""')}",KWD,-2.500,997.500,-2500,997500`,
      `${third},refund,,KWD,0.500,998.000,500,998000`,
      `${fourth},payment,فاتورة 请,KWD,-0.001,997.999,-1,997999`,
      '',
    ]);
  });
});

describe('a statement as PDF', () => {
  it('is in the language, the time zone and the digits of the account', async () => {
    const response = await fetch(`${bank.api.url}${PATH}?format=pdf&from=2026-01-01&to=2027-12-31`, {
      headers: { authorization: `Bearer ${customer.token}` },
    });
    expect(response.headers.get('content-disposition')).toBe(
      `attachment; filename="statement_${customer.id}_2026-01-01_2027-12-31.pdf"`,
    );
    const bytes = new Uint8Array(await response.arrayBuffer());
    expect(Number(response.headers.get('content-length'))).toBe(bytes.length);
    const { text } = await extractText(await getDocumentProxy(bytes), { mergePages: true });
    for (const expected of [
      'Kontoauszug',
      '1. Jan. 2026 – 31. Dez. 2027',
      'Asia/Kuwait',
      'KWD',
      customer.id,
      'Gehalt, "März"',
      FORMULA,
      'Gutschrift',
      '1.000,000',
      '-0,001',
      'Endsaldo',
      '997,999',
      '-2,501',
      'Seite 1 von 1',
      '□ ersetzt ein Zeichen',
    ])
      expect(text.replaceAll(/\s+/g, ' ')).toContain(expected);
  });
});
