import { describe, expect, it } from '@jest/globals';
import { ROLES } from '@florin/identity';
import fc from 'fast-check';
import { withChanges } from './byte-changes.js';
import { casesFor, describeCase, type Style } from './cases.js';
import { FRAMINGS, toBytes } from './framing.js';
import { valid } from './from-schema.js';
import { Placeholder, jsonOf, Pairs, RawJson } from './placeholders.js';
import { OPERATIONS, openApiDocument } from './operations.js';

const generate = (index: number, count: number) =>
  fc.sample(casesFor(OPERATIONS[index % OPERATIONS.length]!), { seed: 42 + index, numRuns: count });

describe('fuzz cases', () => {
  it('cover every operation of the document', () => {
    const described = Object.values(openApiDocument.paths).flatMap((item) =>
      Object.values(item).flatMap(({ operationId }) => operationId ?? []),
    );
    expect(described.length).toBeGreaterThan(35);
    expect(OPERATIONS.map(({ id }) => id)).toEqual(expect.arrayContaining(described));
  });

  it('are the same for the same seed', () => {
    expect(generate(3, 20).map(describeCase)).toEqual(generate(3, 20).map(describeCase));
  });

  it.each(OPERATIONS.map(({ id }, index) => [id, index] as const))(
    'of %s have every style and role',
    (_, index) => {
      const cases = generate(index, 400);
      const styles: Style[] = ['valid', 'boundary', 'trespassing', 'mutated', 'raw'];
      const { parameters, body } = OPERATIONS[index]!;
      const hasBoundaries = parameters.length > 0 || body !== undefined;
      expect(new Set(cases.map(({ style }) => style))).toEqual(
        new Set(hasBoundaries ? styles : styles.filter((style) => style !== 'boundary')),
      );
      const needsSession = OPERATIONS[index]!.id === 'refreshTokens';
      const expected = needsSession ? ROLES.filter((role) => !/key|anonymous/.test(role)) : ROLES;
      expect(new Set(cases.map(({ role }) => role))).toEqual(new Set(expected));
    },
  );
});

describe('a generated query parameter', () => {
  const isCursor = (name: string): boolean => ['starting_after', 'ending_before'].includes(name);
  const names = OPERATIONS.flatMap(({ id, parameters }) =>
    parameters
      .filter((parameter) => parameter.in === 'query' && !isCursor(parameter.name))
      .flatMap(({ name, schema }) => (schema.pattern === undefined ? [] : [[name, id, schema] as const])),
  );

  it.each(names)('matches the pattern of its schema: %s of %s', (name, _, schema) => {
    const mismatches = fc
      .sample(valid(name, schema), { seed: 42, numRuns: 50 })
      .filter(
        (value) => !(value instanceof Placeholder) && !new RegExp(String(schema.pattern)).test(String(value)),
      );
    expect(mismatches).toEqual([]);
  });
});

describe('a generated body', () => {
  it('keeps duplicate fields and raw JSON, and resolves placeholders', async () => {
    const value = new Pairs([
      ['a', new Placeholder('account', 'own', 1)],
      ['a', [new RawJson('1e400'), { b: '\ud800', c: undefined }, null]],
    ]);
    const json = await jsonOf(value, ({ kind }) => Promise.resolve(`the ${kind}`));
    expect(json).toBe('{"a":"the account","a":[1e400,{"b":"\\ud800"},null]}');
  });
});

describe('the bytes of a request', () => {
  const request = {
    method: 'POST',
    target: '/v1/users',
    headers: [['host', '127.0.0.1']],
    body: Buffer.from('{"a":1}'),
  } as const;

  it('are a valid request with the framings plain and chunked', () => {
    expect(toBytes(request, 'plain').toString()).toBe(
      'POST /v1/users HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: 7\r\n\r\n{"a":1}',
    );
    expect(toBytes(request, 'chunked').toString()).toMatch(/\r\n\r\n4\r\n\{"a"\r\n3\r\n:1\}\r\n0\r\n\r\n$/);
  });

  it.each(FRAMINGS.filter((framing) => framing !== 'plain'))('differ with the framing: %s', (framing) => {
    expect(toBytes(request, framing)).not.toEqual(toBytes(request, 'plain'));
  });

  it('change at the given position', () => {
    const bytes = Buffer.from('0123456789');
    const change = { at: 5_000, length: 2, latin1: 'x' } as const;
    const changed = (kind: 'flip' | 'cut' | 'drop' | 'repeat' | 'insert'): string =>
      withChanges(bytes, [{ kind, ...change }]).toString();
    expect(['flip', 'cut', 'drop', 'repeat', 'insert'].map((kind) => changed(kind as 'flip'))).toEqual([
      '0123416789',
      '01234',
      '01234789',
      '012345656789',
      '01234x56789',
    ]);
  });
});
