import { describe, expect, it } from '@jest/globals';
import type { FastifyRequest } from 'fastify';
import { isFromOwnPage } from './same-origin.js';

const from = (headers: Record<string, string>) =>
  isFromOwnPage(
    { headers: { host: 'pay.example:8080', ...headers } } as unknown as FastifyRequest,
    'https://pay.example',
  );

describe('isFromOwnPage', () => {
  it.each([
    ['a browser on the payment page', { 'sec-fetch-site': 'same-origin', origin: 'null' }],
    ['a user who typed the URL', { 'sec-fetch-site': 'none' }],
    ['a browser that sends Origin only, with the public host', { origin: 'https://pay.example' }],
    ['a browser that sends Origin only, with the host of the request', { origin: 'http://pay.example:8080' }],
    ['a browser that sends Origin: null', { origin: 'null' }],
    ['a client that is no browser', {}],
  ])('accepts %s', (_, headers: Record<string, string>) => {
    expect(from(headers)).toBe(true);
  });

  it.each([
    ['another site', { 'sec-fetch-site': 'cross-site', origin: 'null' }],
    ['another host of the same domain', { 'sec-fetch-site': 'same-site', origin: 'https://pay.example' }],
    ['an older browser on another site', { origin: 'https://evil.example' }],
    ['an invalid Origin', { origin: 'nonsense' }],
  ])('rejects %s', (_, headers: Record<string, string>) => {
    expect(from(headers)).toBe(false);
  });
});
