import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { aJpeg, aPng } from '../../libs/accounts/src/testing/images.js';
import {
  addUser,
  expectRefusal,
  expectStatus,
  type Holder,
  openAccount,
} from '../support/account-holders.js';
import { openPage, requestPayment, sql } from '../support/payments.js';
import { type RunningApi, startApi } from '../support/running-api.js';

let api: RunningApi;
let account: Holder;

beforeAll(async () => {
  api = await startApi();
  account = await openAccount(api);
});

afterAll(() => api.stop());

interface Branding {
  readonly color: string | null;
  readonly logo_url: string | null;
  readonly support_email: string | null;
  readonly website: string | null;
}

const NONE: Branding = { color: null, logo_url: null, support_email: null, website: null };

const patch = (branding: unknown, token = account.token) =>
  api.request('PATCH', '/v1/account', { token, body: { settings: { branding } } });

const brandingOf = (response: Awaited<ReturnType<typeof patch>>): Branding =>
  (expectStatus(response, 200).body.settings as { branding: Branding }).branding;

const stored = async (): Promise<Branding> =>
  brandingOf(await api.request('GET', '/v1/account', { token: account.token }));

const base64 = (bytes: Buffer): string => bytes.toString('base64');

describe('the branding of an account', () => {
  it('is merged, and null clears a field or all of it', async () => {
    const first = { color: '#0F5C4A', support_email: 'Help@shop.example', website: 'https://shop.example' };
    expect(brandingOf(await patch(first))).toEqual({
      ...NONE,
      color: '#0f5c4a',
      support_email: 'help@shop.example',
      website: 'https://shop.example/',
    });
    expect(brandingOf(await patch({ color: '#000000', website: null }))).toEqual({
      ...NONE,
      color: '#000000',
      support_email: 'help@shop.example',
    });
    expect(brandingOf(await patch({}))).toMatchObject({ color: '#000000' });
    expect(brandingOf(await patch(null))).toEqual(NONE);
    expect(await stored()).toEqual(NONE);
  });

  it.each([
    ['a PNG', aPng(40, 20), 'image/png'],
    ['a JPEG', aJpeg(40, 20), 'image/jpeg'],
  ])('serves %s with its type, without the chance to be anything else', async (_, image, type) => {
    const response = await patch({ logo: base64(image) });
    const { logo_url } = brandingOf(response);
    expect(JSON.stringify(response.body)).not.toContain(base64(image).slice(0, 40));
    expect(logo_url).toMatch(new RegExp(`^${api.url}/pay/logos/${account.id}/[\\w-]{22}$`));
    const served = await fetch(logo_url!);
    expect([served.status, served.headers.get('content-type')]).toEqual([200, type]);
    expect(served.headers.get('x-content-type-options')).toBe('nosniff');
    expect(served.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
    expect(served.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(Buffer.from(await served.arrayBuffer()).equals(image)).toBe(true);
  });

  it('has one logo at a time, on its own address', async () => {
    const first = brandingOf(await patch({ logo: base64(aPng(8)) })).logo_url!;
    const same = brandingOf(await patch({ logo: base64(aPng(8)) })).logo_url!;
    const second = brandingOf(await patch({ logo: base64(aPng(9)) })).logo_url!;
    expect([same === first, second === first]).toEqual([true, false]);
    expect((await fetch(first)).status).toBe(404);
    expect((await fetch(second)).status).toBe(200);
    expect(brandingOf(await patch({ logo: null })).logo_url).toBeNull();
    expect((await fetch(second)).status).toBe(404);
    const rows = await sql(api.databaseUrl, 'SELECT 1 FROM account_logos');
    expect(rows).toEqual([]);
    for (const path of [
      'logos/acct_x/y',
      `logos/${account.id}/y`,
      `logos/${account.id}/%00`,
      'brand/red.css',
    ])
      expect((await fetch(`${api.url}/pay/${path}`)).status).toBe(404);
  });

  it.each([
    ['color', '#ffffff'],
    ['color', '#777777'],
    ['color', 'red'],
    ['color', '#0f5c4a;}body{display:none'],
    ['color', 7],
    ['logo', ''],
    ['logo', 'not base64!'],
    ['logo', `data:image/png;base64,${base64(aPng())}`],
    ['logo', base64(Buffer.from('<svg onload="alert(1)"/>'))],
    ['logo', base64(Buffer.from('GIF89a'))],
    ['logo', base64(Buffer.concat([aPng(), Buffer.from('<script>')]))],
    ['logo', base64(aJpeg(2049, 1))],
    ['logo', base64(Buffer.concat([aJpeg().subarray(0, -2), Buffer.alloc(65_536), aJpeg().subarray(-2)]))],
    ['logo', { type: 'image/png', content: 'x' }],
    ['logo', 7],
    ['support_email', 'no-address'],
    ['website', 'javascript:alert(1)'],
    ['website', 'https://user:password@shop.example'],
    ['website', 'http://shop.example'],
    ['logo_url', 'https://evil.example/logo.png'],
  ])('rejects an invalid %s with 400: %p', async (field, value) => {
    const before = await stored();
    const response = await patch({ [field]: value });
    expectRefusal(response, 400, 'invalid_request');
    expect(response.body.message).toContain(`settings.branding.${field}`);
    expect(await stored()).toEqual(before);
  });

  it('takes a logo of 64 KiB, and no body of more than 256 KiB', async () => {
    const padding = 65_536 - aJpeg().length;
    const large = Buffer.concat([aJpeg().subarray(0, -2), Buffer.alloc(padding), aJpeg().subarray(-2)]);
    expect(large).toHaveLength(65_536);
    expect(brandingOf(await patch({ logo: base64(large) })).logo_url).not.toBeNull();
    const tooLarge = await patch({ logo: 'A'.repeat(262_144) });
    expectRefusal(tooLarge, 413, 'invalid_request');
    expect(brandingOf(await patch(null))).toEqual(NONE);
  });

  it('can be set when the account is opened, and not by a member', async () => {
    const branding = { color: '#123456', logo: base64(aPng(5)) };
    const opened = await openAccount(api, { settings: { branding } });
    const { body } = await api.request('GET', '/v1/account', { token: opened.token });
    const { logo_url } = (body.settings as { branding: Branding }).branding;
    expect((await fetch(logo_url!)).status).toBe(200);
    const member = await addUser(api, opened.token);
    expect((await patch({ color: '#000000' }, member.token)).status).toBe(401);
  });

  it('is recorded in the events, without the image', async () => {
    const image = base64(aPng(7));
    const { logo_url } = brandingOf(await patch({ logo: image, color: '#0f5c4a' }));
    const events = await api.request('GET', '/v1/events?limit=1', { token: account.token });
    const [event] = events.body.data as { type: string; data: { settings: unknown } }[];
    expect(event).toMatchObject({
      type: 'account.updated',
      data: { settings: { branding: { color: '#0f5c4a', logo: logo_url!.split('/').at(-1) } } },
    });
    expect(JSON.stringify(event)).not.toContain(image.slice(0, 40));
  });
});

describe('a page with branding', () => {
  it('shows logo, color and contact without inline styles', async () => {
    const payment = await requestPayment(api, account);
    const plain = await openAccount(api, { name: '<Ada> & Ltd' });
    const { text: initials } = await openPage((await requestPayment(api, plain)).page);
    expect(initials).toContain('>AL</span>');
    const { logo_url } = brandingOf(
      await patch({
        color: '#0f5c4a',
        logo: base64(aPng(6)),
        support_email: 'help+x@shop.example',
        website: 'https://shop.example/about',
      }),
    );
    const { text } = await openPage(payment.page);
    expect(text).toContain(`src="${new URL(logo_url!).pathname.slice('/pay/'.length)}"`);
    expect(text).toContain('href="brand/0f5c4a.css"');
    expect(text).toContain('href="mailto:help%2Bx@shop.example"');
    expect(text).toContain('href="https://shop.example/about"');
    expect(text).not.toMatch(/<style|style=/);
    const style = await openPage(`${api.url}/pay/brand/0f5c4a.css`);
    expect(style.headers.get('content-type')).toBe('text/css; charset=utf-8');
    expect(style.text).toContain('--brand:#0f5c4a');
  });
});
