import { describe, expect, it } from '@jest/globals';
import type { FastifyRequest } from 'fastify';
import { isFromOwnPage } from './same-origin.js';

const from = (headers: Record<string, string>) =>
  isFromOwnPage(
    { headers: { host: 'pay.example:8080', ...headers } } as unknown as FastifyRequest,
    'https://pay.example',
  );

describe('a form', () => {
  it.each([
    ['a browser on our page', { 'sec-fetch-site': 'same-origin', origin: 'null' }],
    ['somebody who typed the address', { 'sec-fetch-site': 'none' }],
    ['a browser that only says its origin, under our public name', { origin: 'https://pay.example' }],
    ['a browser that only says its origin, under the name it called', { origin: 'http://pay.example:8080' }],
    ['a browser that keeps its origin to itself', { origin: 'null' }],
    ['something that is no browser', {}],
  ])('is taken from %s', (_, headers: Record<string, string>) => {
    expect(from(headers)).toBe(true);
  });

  it.each([
    ['another site', { 'sec-fetch-site': 'cross-site', origin: 'null' }],
    ['a neighbour below the same domain', { 'sec-fetch-site': 'same-site', origin: 'https://pay.example' }],
    ['an older browser on another site', { origin: 'https://evil.example' }],
    ['an origin that is none', { origin: 'nonsense' }],
  ])('is refused from %s', (_, headers: Record<string, string>) => {
    expect(from(headers)).toBe(false);
  });
});
