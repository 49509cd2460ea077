import { describe, expect, it } from '@jest/globals';
import type { Email } from '@florin/kernel';
import nodemailer from 'nodemailer';
import { mimeOf } from './mail-message.js';
import type { Mail } from './mail.entity.js';
import { parseMailFrom, parseMailUrl } from '../settings/mail-settings.js';
import { failureOf, RETRY_DELAYS_MS, retryDelay } from './send-failure.js';

const mail = { id: '0197b3c2-0000-4000-8000-00000000000f' } as Mail;
const sender = { name: 'Example, Pay', address: 'pay@example.com' as Email };
const message = {
  to: 'grace@example.com' as Email,
  subject: 'Hi',
  text: 'Hello',
  html: '<p>Hello</p>',
  language: 'en',
};

async function headersOf(change: Partial<typeof message & { replyTo: string }>): Promise<string[]> {
  const composer = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  const { message: raw } = await composer.sendMail(mimeOf(mail, { ...message, ...change }, sender));
  const [head = ''] = (raw as Buffer).toString().split('\r\n\r\n');
  return head.replace(/\r\n[ \t]+/g, ' ').split('\r\n');
}

describe('a mail', () => {
  it('has a Message-ID that follows from its row, and asks for no automatic answer', async () => {
    const headers = await headersOf({});
    expect(headers).toEqual(
      expect.arrayContaining([
        `Message-ID: <${mail.id}@example.com>`,
        'From: "Example, Pay" <pay@example.com>',
        'To: grace@example.com',
        'Auto-Submitted: auto-generated',
      ]),
    );
  });

  it('gets no header, recipient or direction from a text', async () => {
    const names = (headers: readonly string[]) => headers.map((header) => header.split(':', 1)[0]).sort();
    const evil = 'Tea\r\nBcc: eve@evil.example\r\n\r\n\u202ebody\u2028';
    const headers = await headersOf({ subject: evil });
    expect(names(headers)).toEqual(names(await headersOf({})));
    expect(headers).toContain('Subject: Tea Bcc: eve@evil.example body');
    const addressed = await headersOf({ replyTo: 'a@b.example\r\nBcc: eve@evil.example' });
    expect(addressed.some((header) => /^bcc/i.test(header))).toBe(false);
  });
});

describe('MAIL_URL', () => {
  it.each([
    ['smtp://mail.example', { host: 'mail.example', port: 587, secure: false, credentials: undefined }],
    ['smtps://mail.example', { port: 465, secure: true }],
    ['smtp://127.0.0.1:1025/', { host: '127.0.0.1', port: 1025 }],
    ['smtps://[::1]:465', { host: '::1' }],
    ['smtps://a%40b:p%3A%2F@mail.example', { credentials: { user: 'a@b', pass: 'p:/' } }],
    ['file:///var/mail', { kind: 'folder', path: '/var/mail' }],
  ])('%s is valid', (url, expected) => {
    expect(parseMailUrl(url)).toMatchObject(expected);
  });

  it.each([
    'mail.example',
    'http://mail.example',
    'smtp://',
    'smtp://mail.example/path',
    'smtp://mail.example?tls=off',
    'smtp://user@mail.example',
    'smtp://%zz:p@mail.example',
    'smtp://mail.example:99999',
  ])('%s is not', (url) => {
    expect(parseMailUrl(url)).toBeUndefined();
  });
});

describe('MAIL_FROM', () => {
  it.each([
    ['pay@example.com', { name: '', address: 'pay@example.com' }],
    ['Example Pay <pay@example.com>', { name: 'Example Pay', address: 'pay@example.com' }],
    ['"Pay, Example" <pay@example.com>', { name: 'Pay, Example', address: 'pay@example.com' }],
  ])('%s is valid', (text, expected) => {
    expect(parseMailFrom(text)).toEqual(expected);
  });

  it.each([
    'Example Pay',
    'pay@',
    'a@example.com, b@example.com',
    'Pay\n<pay@example.com>',
    '<pay@example.com> x',
  ])('%j is not', (text) => {
    expect(parseMailFrom(text)).toBeUndefined();
  });
});

describe('a failed attempt', () => {
  it.each([
    [{ responseCode: 550, command: 'RCPT TO' }, 'smtp_550', true],
    [{ responseCode: 554, command: 'DATA' }, 'smtp_554', true],
    [{ responseCode: 451, command: 'DATA' }, 'smtp_451', false],
    [{ responseCode: 535, command: 'AUTH PLAIN', code: 'EAUTH' }, 'smtp_535', false],
    [{ responseCode: 553, command: 'MAIL FROM' }, 'smtp_553', false],
    [{ code: 'ETIMEDOUT' }, 'etimedout', false],
    [{ code: 'grace@example.com' }, 'unknown', false],
    ['text', 'unknown', false],
  ])('%j has a code without an address', (error, code, isPermanent) => {
    expect(failureOf(error)).toEqual({ code, isPermanent });
  });

  it('is repeated for about a day', () => {
    const delays = RETRY_DELAYS_MS.map((_, index) => retryDelay(index + 1, 0) ?? 0);
    const hours = delays.reduce((sum, delay) => sum + delay, 0) / 3_600_000;
    expect([Math.round(hours), retryDelay(delays.length + 1, 0)]).toEqual([24, undefined]);
    expect(retryDelay(1, 1)).toBe(66_000);
  });
});
