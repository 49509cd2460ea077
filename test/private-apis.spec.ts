import { describe, expect, it } from '@jest/globals';
import { projectFiles } from './support/source-tree.js';

/** Private fields, deep imports and tables of dependencies. */
const PRIVATE_APIS: readonly RegExp[] = [
  /\b_httpMessage\b/,
  /\._handle\b/,
  /\bsocket\.parser\b/,
  /\bgetCurrentBuffer\b/,
  /\bgetOwnPropertySymbols\b/,
  /\bremoveAllListeners\b/,
  /\bsecureConnecting\b/,
  /from '@nestjs\/(?:core|common|platform-fastify|passport)\/[^']+'/,
  /from 'class-(?:transformer|validator)\/[^']+'/,
  /from '(?:fastify|prom-client|passport|passport-jwt)\/[^']+'/,
  /\bconnectedQueryRunners\b/,
  /\bdriver\.master\b|\{ master \}/,
  /\bstream\.(?:un)?cork\b|\bCorked\b/,
  /\bextends (?:pg\.)?Client\b/,
  /\bisTransactionActive: true\b/,
  // Tables of pg-boss and rate-limiter-flexible.
  /\bpgboss\.|\b(?:UPDATE|INTO|FROM) rate_limits\b/,
  /\bROUTE_ARGS_METADATA\b|\bMETHOD_METADATA\b|\bPATH_METADATA\b/,
];

const sources = projectFiles().filter(
  ({ path }) => /^(?:apps|libs)\/.*\/src\/.*\.ts$/.test(path) && !path.endsWith('.spec.ts'),
);

describe('the sources', () => {
  it('are found', () => {
    expect(sources.length).toBeGreaterThan(300);
  });

  it.each(PRIVATE_APIS.map((pattern) => [pattern]))('do not use %s', (pattern) => {
    expect(sources.filter(({ text }) => pattern.test(text)).map(({ path }) => path)).toEqual([]);
  });
});
