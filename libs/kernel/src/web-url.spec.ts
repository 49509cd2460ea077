import { describe, expect, it } from '@jest/globals';
import { MAX_WEB_URL_LENGTH, parseWebUrl } from './web-url.js';

describe('parseWebUrl', () => {
  it.each([
    'https://shop.example',
    'https://shop.example:8443/thanks?order=1&id={PAYMENT_ID}#top',
    'HTTPS://SHOP.example/',
    'https://bücher.example/danke?für=dich',
    'https://[2001:db8::1]/x',
    'http://localhost:3000/done',
    'http://shop.localhost/',
    'http://127.0.0.1/',
    'http://127.1:8080/',
    'http://[::1]:3000/',
    'https://shop.example/javascript:alert(1)?next=http://evil.example',
  ])('accepts %s', (text) => {
    expect(parseWebUrl(text)?.href).toBe(new URL(text).href);
  });

  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)//https://shop.example',
    ' javascript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:msgbox(1)',
    'file:///etc/passwd',
    'ftp://shop.example/',
    'blob:https://shop.example/1',
    'https:shop.example',
    'https:///shop.example',
    'https:\\\\evil.example',
    'https://shop.example\\@evil.example/',
    '//evil.example/',
    '/thanks',
    'shop.example',
    '',
    'https://',
    'https://user:secret@shop.example/',
    'https://user@shop.example/',
    'https://@shop.example/',
    'https://shop.example@evil.example/',
    'https://{PAYMENT_ID}.evil.example/',
    'https://shop%2eexample/',
    'http://shop.example/',
    'http://127.0.0.1.evil.example/',
    'http://localhost.evil.example/',
    'http://10.0.0.1/',
    ' https://shop.example/',
    'https://shop.example/ ',
    'https://shop.example/\r\nSet-Cookie: a=b',
    'https://shop.example/\u0000',
    'https://shop.example/"><script>',
    `https://shop.example/${'x'.repeat(MAX_WEB_URL_LENGTH)}`,
    undefined,
    null,
    7,
    ['https://shop.example/'],
  ])('rejects %j', (text) => {
    expect(parseWebUrl(text)).toBeUndefined();
  });
});
