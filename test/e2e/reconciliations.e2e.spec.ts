import { connect } from 'node:net';
import { once } from 'node:events';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { addUser, expectRefusal, expectStatus, outcomeOf } from '../support/account-holders.js';
import { Bank, type Customer } from '../support/bank.js';
import type { Fields, RequestOptions, TestResponse } from '../support/running-api.js';

const PATH = '/v1/reconciliations';
const UNKNOWN = 'rcn_01k9zxv3s8e7qv5m2c4w6y8h0j';
const MEBIBYTE = 1024 * 1024;

let bank: Bank;
let owner: Customer;

beforeAll(async () => {
  bank = await Bank.open();
});
beforeEach(async () => {
  owner = await bank.customer();
});
afterAll(() => bank.close());

const TODAY = new Date().toISOString().slice(0, 10);
const csvOf = (...rows: string[]): string =>
  ['date,amount,reference', ...rows.map((row) => `${TODAY},${row}`)].join('\n');

const post = (
  body: unknown,
  { query = 'format=csv', type = 'text/csv', token = owner.token, headers = {} }: Options = {},
): Promise<TestResponse> =>
  bank.api.request('POST', `${PATH}?${query}`, {
    body,
    token,
    headers: { 'content-type': type, ...headers },
  });
interface Options {
  readonly query?: string;
  readonly type?: string;
  readonly token?: string;
  readonly headers?: RequestOptions['headers'];
}
const XML = { query: 'format=camt053', type: 'application/xml' };

const get = <Body = Fields>(path: string, token = owner.token, headers = {}) =>
  bank.api.request<Body>('GET', `${PATH}${path}`, { token, headers });

interface Line {
  readonly id: string;
  readonly result: string;
  readonly file: { readonly line: number; readonly reference: string | null; readonly amount: number } | null;
  readonly florin: { readonly transaction_id: string; readonly reference: string | null } | null;
}
const linesOf = async (id: string, query = ''): Promise<Line[]> =>
  (await get<{ data: Line[] }>(`/${id}/lines${query}`)).body.data;

const entryOf = (amount: string, indicator: string, reference: string): string => `
  <Ntry><Amt Ccy="USD">${amount}</Amt><CdtDbtInd>${indicator}</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>
    <BookgDt><Dt>${TODAY}</Dt></BookgDt>
    <NtryDtls><TxDtls><Refs><EndToEndId>${reference}</EndToEndId></Refs></TxDtls></NtryDtls></Ntry>`;
const camtOf = (...entries: string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt>${entries.join('')}
</Stmt></BkToCstmrStmt></Document>`;

/** Three credits, a payment, and a credit that is still pending. */
async function someHistory(): Promise<void> {
  for (const [reference, amount] of Object.entries({ 'INV-1': 1000, 'INV-2': 2000, 'INV-3': 3000 }))
    await bank.settled(owner, { type: 'credit', amount, reference });
  await bank.settled(owner, { type: 'payment', amount: 700, reference: 'FEE' });
  expectStatus(await bank.create(owner, { type: 'credit', amount: 4000, reference: 'INV-4' }), 201);
}

const DIFFERENCES = [
  ['matched', 'INV-1', 'INV-1'],
  ['amount_differs', 'INV-2', 'INV-2'],
  ['matched', 'FEE', 'FEE'],
  ['missing_in_florin', 'INV-4', undefined],
  ['missing_in_file', undefined, 'INV-3'],
];

describe('POST /v1/reconciliations', () => {
  it.each<[string, () => string, Options]>([
    ['CSV', () => csvOf('10.00,INV-1', '20.50,INV-2', '-7.00,FEE', '40.00,INV-4'), {}],
    [
      'camt.053',
      () =>
        camtOf(
          entryOf('10.00', 'CRDT', 'INV-1'),
          entryOf('20.50', 'CRDT', 'INV-2'),
          entryOf('7.00', 'DBIT', 'FEE'),
          entryOf('40.00', 'CRDT', 'INV-4'),
        ),
      XML,
    ],
  ])('finds exactly the differences between a %s file and Florin', async (_, file, options) => {
    await someHistory();
    const { body } = expectStatus(await post(file(), options), 201);
    expect(body).toEqual({
      id: expect.stringMatching(/^rcn_[0-9a-z]{26}$/),
      account_id: owner.id,
      format: options.query === undefined ? 'csv' : 'camt053',
      status: 'completed',
      currency: 'USD',
      from: TODAY,
      to: TODAY,
      tolerance_days: 3,
      matched: 2,
      amount_differs: 1,
      missing_in_florin: 1,
      missing_in_file: 1,
      created_at: expect.any(String),
    });
    const id = body['id'] as string;
    const lines = await linesOf(id);
    expect(lines.map((line) => [line.result, line.file?.reference, line.florin?.reference])).toEqual(
      DIFFERENCES,
    );
    expect(await linesOf(id, '?result=missing_in_florin')).toEqual([lines[3]]);
    expect(await linesOf(id, `?limit=2&starting_after=${lines[1]?.id}`)).toEqual(lines.slice(2, 4));
    expect((await get(`/${id}`)).body).toEqual(body);
    expect((await get('')).body).toEqual({ object: 'list', data: [body], has_more: false });
  });

  it('reads a file by the options of the query', async () => {
    await bank.settled(owner, { type: 'credit', amount: 123_450, reference: 'INV-1' });
    const [year, month, day] = TODAY.split('-');
    const file = `Export\nBuchung;Soll;Haben;Zweck\n${day}.${month}.${year};;1.234,50;INV-1\n`;
    const query = new URLSearchParams({
      format: 'csv',
      delimiter: 'semicolon',
      decimal_separator: 'comma',
      date_format: 'dd.mm.yyyy',
      skip_lines: '1',
      date_column: 'Buchung',
      debit_column: 'Soll',
      credit_column: 'Haben',
      reference_column: 'Zweck',
      tolerance_days: '0',
    }).toString();
    expect((await post(file, { query })).body).toMatchObject({ matched: 1, missing_in_file: 0 });
  });

  it('downloads all lines as CSV, with formulas neutralised', async () => {
    const { body } = expectStatus(await post(csvOf('10.00,"=1+1"', '-5.00,')), 201);
    const path = `/${body['id'] as string}/lines`;
    const file = await get(`${path}?format=csv`);
    expect(file.headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present');
    expect(file.headers.get('vary')).toContain('Accept');
    expect(file.text).toBe(
      [
        'result,file_line,file_date,file_amount,file_reference,file_description,transaction_id,florin_date,florin_amount,florin_reference',
        `missing_in_florin,2,${TODAY},10.00,'=1+1,,,,,`,
        `missing_in_florin,3,${TODAY},-5.00,,,,,,`,
        '',
      ].join('\r\n'),
    );
    expect((await get(path, owner.token, { accept: 'text/csv' })).text).toBe(file.text);
    expect((await get(path, owner.token, { accept: '*/*' })).body).toMatchObject({ object: 'list' });
    expect((await get(`${path}?format=csv&result=matched`)).text.split('\r\n')).toHaveLength(2);
    for (const parameter of ['limit=2', 'starting_after=rcl_01k9zxv3s8e7qv5m2c4w6y8h0j'])
      expectRefusal(await get(`${path}?format=csv&${parameter}`), 400, 'invalid_request');
  });

  it.each<[string, unknown, Options, number, RegExp]>([
    ['an empty file', '', {}, 400, /The file is empty/],
    ['an unreadable amount', csvOf('1.00,a', 'ten,b'), {}, 400, /^Line 3: "ten" is not an amount in USD/],
    [
      'another currency',
      camtOf(entryOf('1.00', 'CRDT', 'a').replace('USD', 'EUR')),
      XML,
      400,
      /^Line 3: the currency/,
    ],
    ['malformed XML', camtOf('<Ntry>'), XML, 400, /not well-formed XML/],
    ['a document type', `<!DOCTYPE x [<!ENTITY y "z">]>${camtOf()}`, XML, 400, /DOCTYPE/],
    ['10,000 levels of XML', '<a>'.repeat(10_000), XML, 400, /Line 1/],
    [
      'invalid UTF-8',
      Buffer.from(`${csvOf('1.00,a')}\xff`, 'latin1'),
      {},
      400,
      /^Line 2: the file is not UTF-8/,
    ],
    ['a file that is too large', Buffer.alloc(10 * MEBIBYTE + 1, 'x'), {}, 413, /10 MiB/],
    ['JSON', '{}', { type: 'application/json' }, 415, /text\/csv or application\/xml/],
    ['another type', 'x', { type: 'text/plain' }, 415, /text\/csv or application\/xml/],
    ['another encoding', 'x', { type: 'text/csv; charset=iso-8859-1' }, 415, /UTF-8/],
    ['a content encoding', 'x', { headers: { 'content-encoding': 'gzip' } }, 415, /content encoding/],
    ['a type that is not of the format', camtOf(), { type: 'application/xml' }, 415, /Content-Type/],
    ['no format', csvOf(), { query: '' }, 400, /format/],
    ['an unknown option', csvOf(), { query: 'format=csv&colour=red' }, 400, /Unknown parameter: colour/],
    ['an option of CSV', camtOf(), { ...XML, query: 'format=camt053&delimiter=comma' }, 400, /delimiter/],
    [
      'a sign without an amount column',
      'date,c\n2026-01-31,1.00\n',
      { query: 'format=csv&credit_column=c&amount_sign=positive_out' },
      400,
      /amount_sign has no effect/,
    ],
    ['a bad tolerance', csvOf(), { query: 'format=csv&tolerance_days=32' }, 400, /tolerance_days/],
    ['a bad date', csvOf(), { query: 'format=csv&from=2026-02-30' }, 400, /from must be a date/],
    ['a dry run', csvOf('1.00,a'), { headers: { 'dry-run': 'true' } }, 400, /Dry-Run/],
  ])('refuses %s, and stores nothing', async (_, file, options, status, message) => {
    const response = await post(file, options);
    expectRefusal(response, status, 'invalid_request');
    expect(response.body['message']).toMatch(message);
    expect((await get('')).body['data']).toEqual([]);
  });

  const sendPart = async (framing: string, ...parts: string[]): Promise<string> => {
    const { hostname, port } = new URL(bank.api.url);
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    const head = [
      `POST ${PATH}?format=csv HTTP/1.1`,
      'Host: x',
      `Authorization: Bearer ${owner.token}`,
      'Content-Type: text/csv',
      framing,
    ];
    socket.write(`${head.join('\r\n')}\r\n\r\n`);
    for (const part of parts) socket.write(part);
    const [answer] = (await once(socket, 'data')) as [Buffer];
    socket.destroy();
    return answer.toString();
  };

  it('refuses a file without length that is too large', async () => {
    const chunk = `${MEBIBYTE.toString(16)}\r\n${'x'.repeat(MEBIBYTE)}\r\n`;
    const chunks = Array.from({ length: 11 }, () => chunk);
    expect(await sendPart('Transfer-Encoding: chunked', ...chunks, '0\r\n\r\n')).toMatch(/^HTTP\/1\.1 413 /);
  });

  it('refuses a file that stops arriving, so that others can be read', async () => {
    const answer = await sendPart('Content-Length: 1000', csvOf('1.00,a'));
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(answer).toContain('no data arrived for 2 seconds');
    expectStatus(await post(csvOf('1.00,a')), 201);
  });

  it('does not accept files for other operations', async () => {
    const response = await bank.api.request('POST', '/v1/transactions', {
      token: owner.token,
      body: csvOf(),
      headers: { 'content-type': 'text/csv' },
    });
    expectRefusal(response, 415, 'invalid_request');
  });

  it('creates one reconciliation for an idempotency key', async () => {
    const headers = { 'idempotency-key': 'march' };
    const first = expectStatus(await post(csvOf('1.00,a'), { headers }), 201);
    const again = expectStatus(await post(csvOf('1.00,a'), { headers }), 201);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(again.body).toEqual(first.body);
    expectRefusal(await post(csvOf('2.00,a'), { headers }), 422, 'idempotency_mismatch');
    const query = 'format=csv&tolerance_days=5';
    expectRefusal(await post(csvOf('1.00,a'), { headers, query }), 422, 'idempotency_mismatch');
    expect((await get('')).body['data']).toHaveLength(1);
  });

  it('limits the files of an account at once, with 503 for the rest', async () => {
    const others = await bank.customer();
    const responses = await Promise.all(Array.from({ length: 12 }, () => post(csvOf('1.00,a'))));
    const outcomes = new Set(responses.map(outcomeOf));
    expect([...outcomes].filter((outcome) => !/^(201|503 unavailable)$/.test(outcome))).toEqual([]);
    expect(outcomes).toContain('201');
    for (const { status, headers } of responses)
      expect(headers.get('retry-after') === null).toBe(status === 201);
    expectStatus(await post(csvOf('1.00,a'), { token: others.token }), 201);
  });
});

describe('access to reconciliations', () => {
  it('is for the owner, and read-only for members', async () => {
    const { body } = expectStatus(await post(csvOf('1.00,a')), 201);
    const id = body['id'] as string;
    const { token } = await addUser(bank.api, owner.token);
    expectRefusal(await post(csvOf('1.00,a'), { token }), 403, 'forbidden');
    for (const path of [`/${id}`, `/${id}/lines`, '']) expectStatus(await get(path, token), 200);
    const stranger = await bank.customer();
    for (const path of [`/${id}`, `/${id}/lines`, `/${UNKNOWN}`, '/rcn_x'])
      expectRefusal(await get(path, stranger.token), 404, 'not_found');
    expect((await get('', stranger.token)).body['data']).toEqual([]);
  });

  it('of an admin names the account in X-Account-Id', async () => {
    const headers = { 'x-account-id': owner.id };
    const token = bank.admin;
    const { body } = expectStatus(await post(csvOf('1.00,a'), { token, headers }), 201);
    expect(body['account_id']).toBe(owner.id);
    expectRefusal(await post(csvOf('1.00,a'), { token }), 403, 'forbidden');
    const unknown = { 'x-account-id': 'acct_01k9zxv3s8e7qv5m2c4w6y8h0j' };
    expectRefusal(await post(csvOf('1.00,a'), { token, headers: unknown }), 404, 'not_found');
    expect((await get(`/${body['id'] as string}`, token)).body).toEqual(body);
    expect((await get('', token, headers)).body['data']).toEqual([body]);
  });
});
