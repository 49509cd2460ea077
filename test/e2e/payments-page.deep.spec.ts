import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  expectStatus,
  type Holder,
  logInAdmin,
  openAccount,
  WITH_ADMIN,
} from '../support/account-holders.js';
import { expectBooksToBalance } from '../support/books.js';
import {
  addProcessorHooks,
  APPROVED,
  asHolder,
  availableOf,
  PROCESSOR_ERROR,
  cardOf,
  chargedFor,
  digestOf,
  DECLINED,
  expectPaidOnce,
  openPage,
  requestPayment,
  sql,
  statusOf,
  submitCard,
} from '../support/payments.js';
import { type RunningApi, startApi } from '../support/running-api.js';
import { startTcpProxy } from '../support/tcp-proxy.js';
import { until } from '../support/until.js';

let api: RunningApi;
let account: Holder;
/** Runs after the charge, before its outcome is committed. */
let duringCharge: () => Promise<void> = () => Promise.resolve();
/** Its result. An error here is handled as a processor error, so tests await it afterwards. */
let chargeHook: Promise<void> = Promise.resolve();

beforeAll(async () => {
  api = await startApi({ environment: { ...WITH_ADMIN, LOG_LEVEL: 'trace' } });
  addProcessorHooks(api, { afterCharge: () => (chargeHook = duringCharge()) });
  account = await openAccount(api);
});

afterAll(async () => {
  await expectBooksToBalance(api.databaseUrl);
  await api.stop();
});

describe('a payment page', () => {
  it('is HTML with headers against caching, framing, indexing and scripts', async () => {
    const payment = await requestPayment(api, account);
    const { status, headers, text } = await openPage(payment.page);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; form-action 'self'; " +
        "base-uri 'none'; frame-ancestors 'none'",
    );
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('x-robots-tag')).toBe('noindex, nofollow');
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('x-request-id')).toMatch(/\w/);
    expect(text).toMatch(/^<!doctype html>\n<html lang="en">/);
    expect(text).not.toMatch(/<script(?! src=)|<style|style=|\son\w+=/);
    expect(text).not.toMatch(/(src|href)="(https?:)?\/\//);
  });

  it('shows that the sandbox charges no real card, also when there is no request', async () => {
    const payment = await requestPayment(api, account);
    expect((await openPage(payment.page)).text).toContain('Test mode: use 4242 4242 4242 4242');
    const { text } = await openPage(`${api.url}/pay/${'x'.repeat(32)}`);
    expect(text).toContain('Test mode: no real card is charged');
  });

  it('escapes the name of the business and the reference', async () => {
    const name = `<script>alert("1")</script>'&amp;`;
    const malicious = await openAccount(api, { name });
    const payment = await requestPayment(api, malicious, { reference: '"><img src=x onerror=alert(1)>' });
    const { text } = await openPage(payment.page);
    expect(text).toContain('&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&#39;&amp;amp;');
    expect(text).toContain('&quot;&gt;&lt;img src=x onerror=alert(1)&gt;');
    expect(text).not.toMatch(/<script>|<img/);
  });

  it.each([
    ['requested', 'This request was canceled'],
    ['expired', 'This request has expired'],
    ['account_closed', 'This request was canceled'],
    ['superseded', 'This is already paid'],
  ])('explains to the customer that it was canceled as %s', async (reason, heading) => {
    const payment = await requestPayment(api, account);
    expectStatus(await asHolder(api, account, 'DELETE', `/v1/payments/${payment.id}`), 200);
    await sql(api.databaseUrl, 'UPDATE payment_requests SET cancel_reason = $1 WHERE page_digest = $2', [
      reason,
      digestOf(payment),
    ]);
    const { text } = await openPage(payment.page);
    expect(text).toContain(`<h2>${heading}</h2>`);
    expect(text).not.toContain('<form');
  });

  it('has assets that browsers may cache until they change', async () => {
    const { text } = await openPage((await requestPayment(api, account)).page);
    const paths = [...text.matchAll(/(?:src|href)="(assets\/[^"]+)"/g)].map((match) => match[1]!);
    expect(paths).toHaveLength(3);
    for (const path of paths) {
      const { status, headers } = await openPage(`${api.url}/pay/${path}`);
      expect(status).toBe(200);
      expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(headers.get('content-type')).toMatch(/^(text\/css|text\/javascript|image\/svg\+xml)/);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
    }
  });

  it('is 404 at any other URL, in the reader’s language', async () => {
    for (const secret of ['x'.repeat(32), 'short', '%00', '..%2f..%2fetc%2fpasswd', 'ä'.repeat(20)]) {
      const { status, headers, text } = await openPage(`${api.url}/pay/${secret}`, {
        'accept-language': 'de',
      });
      expect([status, headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
      expect(text).toContain('Zahlungsaufforderung nicht gefunden');
      expect((await submitCard(`${api.url}/pay/${secret}`, cardOf(APPROVED))).status).toBe(404);
    }
  });
});

describe('the URL of a page with a trailing slash', () => {
  it('redirects to the page', async () => {
    const { page } = await requestPayment(api, account);
    expect((await openPage(`${page}/`)).text).toContain('INV-2026-014');
    const { status, headers } = await fetch(`${page}/?from=mail`, { redirect: 'manual' });
    expect([status, headers.get('referrer-policy')]).toEqual([302, 'no-referrer']);
    expect(new URL(headers.get('location') ?? '', `${page}/`).href).toBe(page);
  });

  it('is 404 when there is no page', async () => {
    for (const path of ['short/', '%2f%2fevil.example/', `${'x'.repeat(32)}/`]) {
      const { status, headers } = await openPage(`${api.url}/pay/${path}`);
      expect([status, headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
    }
  });
});

describe('a payment page during a database outage', () => {
  it('is HTML with 503 and Retry-After, and works again afterwards', async () => {
    const proxy = await startTcpProxy(api.databaseUrl);
    const disconnected = await startApi({ databaseUrl: proxy.url, timeouts: {} });
    try {
      const payment = await requestPayment(api, account);
      const page = disconnected.url + new URL(payment.page).pathname;
      expect((await openPage(page)).status).toBe(200);
      proxy.freeze();
      proxy.cutAll();
      const { status, headers, text } = await openPage(page);
      expect([status, headers.get('content-type')]).toEqual([503, 'text/html; charset=utf-8']);
      expect(headers.get('retry-after')).toBe('1');
      expect(text).toContain('Please wait a moment');
      expect((await submitCard(page, cardOf(APPROVED))).status).toBe(503);
      proxy.thaw();
      // A connection that was opened in the meantime may first have to time out.
      await until('the page is available again', async () => (await openPage(page)).status === 200);
      expect(await chargedFor(api.databaseUrl, payment.id)).toBe(0);
    } finally {
      await disconnected.stop();
      await proxy.close();
    }
  });
});

describe('a payment page in production', () => {
  it('is shown and accepts cards over HTTPS only, or on localhost', async () => {
    const production = await startApi({
      databaseUrl: api.databaseUrl,
      environment: { NODE_ENV: 'production', TRUST_PROXY: 'loopback' },
    });
    const forwarded = (proto: string) => ({ 'x-forwarded-for': '198.51.100.9', 'x-forwarded-proto': proto });
    try {
      const payment = await requestPayment(api, account);
      const page = production.url + new URL(payment.page).pathname;
      for (const response of [
        await openPage(page, forwarded('http')),
        await submitCard(page, cardOf(APPROVED), forwarded('http')),
      ]) {
        expect([response.status, response.headers.get('content-type')]).toEqual([
          400,
          'text/html; charset=utf-8',
        ]);
        expect(response.text).toContain('This page is not secure');
        expect(response.text).not.toContain('<form');
      }
      expect(await statusOf(api, account, payment.id)).toBe('pending');
      expect((await openPage(page)).status).toBe(200);
      expect((await openPage(page, forwarded('https'))).status).toBe(200);
      expect((await submitCard(page, cardOf(APPROVED), forwarded('https'))).status).toBe(303);
      await expectPaidOnce(api, account, payment);
    } finally {
      await production.stop();
    }
  });
});

describe('the form of a payment page', () => {
  it('returns 303 to the page itself, whatever the outcome of the card', async () => {
    const payment = await requestPayment(api, account);
    for (const number of [DECLINED, PROCESSOR_ERROR, APPROVED, APPROVED]) {
      const { status, headers, text } = await submitCard(payment.page, cardOf(number));
      expect([status, text]).toEqual([303, '']);
      expect(new URL(headers.get('location')!, payment.page).href).toBe(payment.page);
      expect(headers.get('cache-control')).toBe('no-store');
    }
    await expectPaidOnce(api, account, payment);
  });

  it('returns 422 with an error beside each invalid field, without card number and code', async () => {
    const payment = await requestPayment(api, account);
    const { status, text } = await submitCard(payment.page, {
      number: '4242424242424241',
      expiry: '13/3"9',
      code: '9876543',
    });
    expect(status).toBe(422);
    expect(text.match(/aria-invalid="true"/g)).toHaveLength(3);
    expect(text).toContain('value="13/3&quot;9"');
    expect(text).not.toMatch(/424242|98765/);
    expect((await submitCard(payment.page, {})).status).toBe(422);
    expect(
      await sql(api.databaseUrl, 'SELECT 1 FROM sandbox_charges WHERE key LIKE $1', [`${payment.id}%`]),
    ).toEqual([]);
  });

  it('is accepted from the page itself, but not from another site', async () => {
    const payment = await requestPayment(api, account);
    for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://evil.example' }]) {
      const { status, text } = await submitCard(payment.page, cardOf(APPROVED), headers);
      expect(status).toBe(403);
      expect(text).toContain('<h1>Something went wrong</h1>');
    }
    expect(await statusOf(api, account, payment.id)).toBe('pending');
    expect(
      (await submitCard(payment.page, cardOf(APPROVED), { 'sec-fetch-site': 'same-origin' })).status,
    ).toBe(303);
  });

  it('accepts only form encoding, which no other operation accepts', async () => {
    const payment = await requestPayment(api, account);
    const json = await fetch(payment.page, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(cardOf(APPROVED)),
    });
    expect([json.status, json.headers.get('content-type')]).toEqual([415, 'text/html; charset=utf-8']);
    const large = await submitCard(payment.page, { ...cardOf(APPROVED), more: 'x'.repeat(5_000) });
    expect(large.status).toBe(413);

    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    for (const path of ['/v1/payments', '/v1/auth/login']) {
      const { status, body } = await api.request('POST', path, {
        token: account.token,
        headers: form,
        body: 'amount=1',
      });
      expect([status, body.error]).toEqual([415, 'invalid_request']);
    }
  });

  it('is rate-limited across all instances', async () => {
    const start = () => startApi({ databaseUrl: api.databaseUrl, environment: { RATE_LIMITS: 'on' } });
    const [limited, other] = [await start(), await start()];
    try {
      const payment = await requestPayment(limited, account);
      const pages = [payment.page, payment.page.replace(limited.url, other.url)];
      const responses = [];
      for (let count = 0; count < 20; count++) responses.push(await submitCard(pages[count % 2]!, {}));
      expect(responses.slice(0, 15).map(({ status }) => status)).toEqual(Array(15).fill(422));
      const last = responses.at(-1)!;
      expect(last.status).toBe(429);
      expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(last.text).toContain('Please wait a moment');
      expect((await openPage(payment.page)).status).toBe(200);
    } finally {
      await other.stop();
      await limited.stop();
    }
  });
});

describe('while a card is being charged', () => {
  it('the page shows it and refreshes itself, the request cannot be canceled, and a second card is not charged', async () => {
    const payment = await requestPayment(api, account);
    duringCharge = async () => {
      duringCharge = () => Promise.resolve();
      const { headers, text } = await openPage(payment.page);
      expect(text).toContain('Your payment is being processed');
      expect(headers.get('refresh')).toBe('2');
      expect((await submitCard(payment.page, cardOf(DECLINED))).status).toBe(303);
      const { status, body } = await asHolder(api, account, 'DELETE', `/v1/payments/${payment.id}`);
      expect([status, body.error]).toEqual([409, 'not_cancellable']);
    };
    await submitCard(payment.page, cardOf(APPROVED));
    await chargeHook;
    await expectPaidOnce(api, account, payment);
  });

  it('closing the account reverses the charge', async () => {
    const closing = await openAccount(api);
    const payment = await requestPayment(api, closing);
    duringCharge = async () => {
      duringCharge = () => Promise.resolve();
      expectStatus(await asHolder(api, closing, 'DELETE', '/v1/account'), 200);
    };
    await submitCard(payment.page, cardOf(APPROVED));
    await chargeHook;
    const { text } = await openPage(payment.page);
    expect(text).toContain('This request was canceled');
    expect(text).toContain('Any charge to the card ending in 4242 is being refunded.');
    expect(await chargedFor(api.databaseUrl, payment.id)).toBe(0);
    const charges = await sql(api.databaseUrl, 'SELECT reversed_at FROM sandbox_charges WHERE key LIKE $1', [
      `${payment.id}%`,
    ]);
    expect(charges).toEqual([{ reversed_at: expect.any(Date) }]);
  });

  it('suspending the account rejects new cards but accepts the current charge', async () => {
    const suspended = await openAccount(api);
    const payment = await requestPayment(api, suspended);
    const other = await requestPayment(api, suspended);
    const admin = await logInAdmin(api);
    duringCharge = async () => {
      duringCharge = () => Promise.resolve();
      const change = { token: admin, body: { status: 'suspended' } };
      expectStatus(await api.request('PATCH', `/v1/accounts/${suspended.id}`, change), 200);
    };
    await submitCard(payment.page, cardOf(APPROVED));
    await chargeHook;
    await expectPaidOnce(api, suspended, payment);
    expect(await availableOf(api, suspended)).toBe(7500);
    await submitCard(other.page, cardOf(APPROVED));
    expect((await openPage(other.page)).text).toContain('Payment is not possible at the moment');
    expect(await chargedFor(api.databaseUrl, other.id)).toBe(0);
  });

  it('twelve tabs and four closures of the account charge the card at most once', async () => {
    for (let round = 0; round < 3; round++) {
      const closing = await openAccount(api);
      const payment = await requestPayment(api, closing);
      await Promise.all([
        ...Array.from({ length: 12 }, () => submitCard(payment.page, cardOf(APPROVED))),
        ...Array.from({ length: 4 }, () => asHolder(api, closing, 'DELETE', '/v1/account')),
      ]);
      const admin = await logInAdmin(api);
      const { body } = await api.request('GET', `/v1/payments/${payment.id}`, { token: admin });
      expect(await chargedFor(api.databaseUrl, payment.id)).toBe(body.status === 'succeeded' ? 7500 : 0);
    }
  });
});

describe('card data', () => {
  it('is in no log line and no column, and neither is the secret of the page’s URL', async () => {
    const payment = await requestPayment(api, account);
    const canaries = [
      { number: '6011 1111 1111 1117', expiry: '11/37', code: '867' },
      { number: '6011111111111117', expiry: '11/37', code: '867' },
      { number: '6011111111111116', expiry: '11/37', code: '867' },
    ];
    duringCharge = () => Promise.reject(new Error('connection lost'));
    for (const card of canaries) await submitCard(payment.page, card);
    duringCharge = () => Promise.resolve();
    const secret = new URL(payment.page).pathname.slice('/pay/'.length);

    const stored = JSON.stringify(await everyText(api.databaseUrl));
    const logged = api.logs.join('');
    expect(stored).toContain('1117');
    expect(logged).toContain('/pay/:secret');
    for (const text of [stored, logged]) {
      expect(text).not.toMatch(/6011[ -]?1111|"867"|11\/37|"11","37"/);
      expect(text).not.toContain(secret);
    }
  });
});

/** Every text and JSON value of every table. */
async function everyText(url: string): Promise<unknown[]> {
  const columns = await sql<{ table_name: string; column_name: string }>(
    url,
    `SELECT table_name, column_name FROM information_schema.columns
     WHERE table_schema = 'public' AND data_type IN ('text', 'json', 'jsonb', 'character varying')`,
  );
  const selects = columns.map(
    ({ table_name, column_name }) => `SELECT "${column_name}"::text AS kept FROM "${table_name}"`,
  );
  return sql(url, selects.join(' UNION ALL '));
}
