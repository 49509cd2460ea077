import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Holder, openAccount } from '../support/account-holders.js';
import { expectBooksToBalance } from '../support/books.js';
import {
  APPROVED,
  asHolder,
  cardOf,
  DECLINED,
  expectPaidOnce,
  openPage,
  requestPayment,
  submitCard,
} from '../support/payments.js';
import { type RunningApi, startApi } from '../support/running-api.js';

let api: RunningApi;
let account: Holder;

beforeAll(async () => {
  api = await startApi();
  account = await openAccount(api, { settings: { timezone: 'Asia/Tokyo', language: 'de' } });
});

afterAll(async () => {
  await expectBooksToBalance(api.databaseUrl);
  await api.stop();
});

const SHOP = 'https://shop.example';
const XSS = `"><script>alert(1)</script><img src=x onerror=alert(1)>'&`;
const POLICY =
  "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; form-action 'self'; " +
  "base-uri 'none'; frame-ancestors 'none'";

const order = (change: Record<string, unknown> = {}) =>
  requestPayment(api, account, {
    description: XSS,
    line_items: [{ name: XSS, quantity: 3, unit_amount: 2500 }],
    success_url: `${SHOP}/thanks?payment={PAYMENT_ID}&x='#'`,
    cancel_url: `${SHOP}/cart?a=1&b=2`,
    ...change,
  });

/** Nothing that runs, and nothing from another host but links. */
function expectSafe({ headers, text }: Awaited<ReturnType<typeof openPage>>): void {
  expect(headers.get('content-security-policy')).toBe(POLICY);
  expect(headers.get('referrer-policy')).toBe('no-referrer');
  expect(headers.get('cache-control')).toBe('no-store');
  expect(text).not.toMatch(/<script(?! src="(?:\.\.\/)?assets\/)|<style|style=|<[^>]*\son\w+=|<img src=x/);
  expect(text).not.toMatch(/src="(?:https?:)?\/\//);
  expect(text.match(/href="[a-z]+:[^"]*"/g) ?? []).toEqual(
    (text.match(/href="[a-z]+:[^"]*"/g) ?? []).filter((href) => href.startsWith(`href="${SHOP}/`)),
  );
}

describe('the page of a shop', () => {
  it('escapes what the shop sent, and leads nowhere but to the shop', async () => {
    const payment = await order();
    const page = await openPage(payment.page);
    expectSafe(page);
    expect(page.text).toContain('&quot;&gt;&lt;script&gt;alert(1)');
    expect(page.text).toContain(`href="${SHOP}/cart?a=1&amp;b=2"`);
    expect(page.headers.get('refresh')).toBeNull();
    expect(page.text).not.toContain('/thanks');
  });

  it('is paid by a plain form without Origin, and then returns to success_url', async () => {
    const payment = await order();
    const declined = await submitCard(payment.page, cardOf(DECLINED));
    expect([declined.status, declined.headers.get('location')]).toEqual([
      303,
      new URL(payment.page).pathname.slice('/pay/'.length),
    ]);
    expect((await openPage(payment.page)).headers.get('refresh')).toBeNull();
    expect((await submitCard(payment.page, cardOf(APPROVED))).status).toBe(303);
    const page = await openPage(payment.page);
    expectSafe(page);
    const back = `${SHOP}/thanks?payment=${payment.id}&x=%27#'`;
    expect(page.headers.get('refresh')).toBe(`5; url=${back}`);
    expect(page.text).toContain(`href="${back.replaceAll('&', '&amp;').replaceAll("'", '&#39;')}"`);
    expect(page.text).not.toContain('http-equiv');
    await expectPaidOnce(api, account, payment);
  });

  it('cannot be made to lead elsewhere by its URL', async () => {
    const payment = await order({ success_url: null, cancel_url: null });
    for (const query of [
      '?success_url=https://evil.example',
      '?lang=https://evil.example',
      '?lang=de&lang=//evil.example',
      '?lang="><script>',
    ]) {
      const page = await openPage(`${payment.page}${query}`);
      expect(page.status).toBe(200);
      expect(page.text).not.toMatch(/evil|<script>/);
      const { status, headers } = await submitCard(`${payment.page}${query}`, cardOf(DECLINED));
      expect([status, new URL(headers.get('location')!, payment.page).href]).toEqual([303, payment.page]);
    }
    for (const path of ['//evil.example', '/%2f%2fevil.example', '/receipt/..//evil.example'])
      expect((await openPage(payment.page + path)).status).toBe(404);
  });

  it('writes the currency once', async () => {
    const payment = await requestPayment(api, account);
    const { text } = await openPage(payment.page);
    expect(/<p class="amount[^>]*>([^<]*)<\/p>/.exec(text)?.[1]?.replace(/\s/g, ' ').trim()).toBe('75,00 $');
  });

  it.each([
    ['', {}, 'de', ''],
    ['', { 'accept-language': 'ja, fr-CA;q=0.8, en;q=0.5' }, 'fr', ''],
    ['', { 'accept-language': 'ja' }, 'de', ''],
    ['?lang=es', { 'accept-language': 'fr' }, 'es', ''],
    ['?lang=ar', {}, 'ar', ' dir="rtl"'],
    ['?lang=he', {}, 'he', ' dir="rtl"'],
    ['?lang=ja', {}, 'de', ''],
  ])('is in the language of %j, %j: %s', async (query, headers, language, direction) => {
    const payment = await order();
    const { text } = await openPage(payment.page + query, headers);
    expect(text).toContain(`<html lang="${language}"${direction}>`);
    const invalid = await submitCard(payment.page + query, {}, headers);
    expect([invalid.status, invalid.text.includes(`<html lang="${language}"`)]).toEqual([422, true]);
  });
});

describe('the receipt', () => {
  it('is there once the request is paid, and leads back', async () => {
    const payment = await order();
    const open = await fetch(`${payment.page}/receipt?lang=fr`, { redirect: 'manual' });
    expect([open.status, new URL(open.headers.get('location')!, `${payment.page}/receipt`).href]).toEqual([
      302,
      `${payment.page}?lang=fr`,
    ]);
    await submitCard(payment.page, cardOf(APPROVED));
    const receipt = await openPage(`${payment.page}/receipt`);
    expect(receipt.status).toBe(200);
    expectSafe(receipt);
    expect(receipt.headers.get('refresh')).toBeNull();
    for (const part of ['Ada Ltd', payment.id, 'Visa mit Endziffern 4242', 'GMT+9', '75,00'])
      expect(receipt.text).toContain(part);
    const { body } = await asHolder(api, account, 'GET', `/v1/payments/${payment.id}`);
    expect(receipt.text).toContain(`datetime="${String(body.paid_at)}"`);
    const paths = [...receipt.text.matchAll(/(?:src|href)="((?:\.\.\/)[^"]+)"/g)].map((match) => match[1]!);
    expect(paths.length).toBeGreaterThanOrEqual(4);
    for (const path of paths)
      expect((await openPage(new URL(path, `${payment.page}/receipt`).href)).status).toBe(200);
  });

  it('is 404 where there is no request, and takes no form', async () => {
    const url = `${api.url}/pay/${'x'.repeat(32)}/receipt`;
    const missing = await openPage(url);
    expect(missing.status).toBe(404);
    const [, style] = /rel="stylesheet" href="([^"]+)"/.exec(missing.text)!;
    expect((await openPage(new URL(style!, url).href)).status).toBe(200);
    const payment = await order();
    expect((await submitCard(`${payment.page}/receipt`, cardOf(APPROVED))).status).not.toBe(303);
    const { body } = await asHolder(api, account, 'GET', `/v1/payments/${payment.id}/status`);
    expect(body.status).toBe('pending');
  });
});
