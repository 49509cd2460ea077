import { describe, expect, it } from '@jest/globals';
import { ROLES } from '@florin/identity';
import fc from 'fast-check';
import { withChanges } from './byte-changes.js';
import { casesFor, describeCase, type Style } from './cases.js';
import { FRAMINGS, toBytes } from './framing.js';
import { valid } from './from-schema.js';
import { Placeholder, jsonOf, Pairs, RawJson } from './placeholders.js';
import { OPERATIONS, openApiDocument } from './operations.js';

const draw = (index: number, count: number) =>
  fc.sample(casesFor(OPERATIONS[index % OPERATIONS.length]!), { seed: 42 + index, numRuns: count });

describe('the cases', () => {
  it('are about every operation of the document', () => {
    const described = Object.values(openApiDocument.paths).flatMap((item) =>
      Object.values(item).flatMap(({ operationId }) => operationId ?? []),
    );
    expect(described.length).toBeGreaterThan(35);
    expect(OPERATIONS.map(({ id }) => id)).toEqual(expect.arrayContaining(described));
  });

  it('are the same for the same seed', () => {
    expect(draw(3, 20).map(describeCase)).toEqual(draw(3, 20).map(describeCase));
  });

  it.each(OPERATIONS.map(({ id }, index) => [id, index] as const))(
    'of %s come in every style and from every role',
    (_, index) => {
      const drawn = draw(index, 400);
      const styles: Style[] = ['valid', 'boundary', 'trespassing', 'mutated', 'raw'];
      const { parameters, body } = OPERATIONS[index]!;
      const hasBoundaries = parameters.length > 0 || body !== undefined;
      expect(new Set(drawn.map(({ style }) => style))).toEqual(
        new Set(hasBoundaries ? styles : styles.filter((style) => style !== 'boundary')),
      );
      const isForPeople = OPERATIONS[index]!.id === 'refreshTokens';
      const expected = isForPeople ? ROLES.filter((role) => !/key|anonymous/.test(role)) : ROLES;
      expect(new Set(drawn.map(({ role }) => role))).toEqual(new Set(expected));
    },
  );
});

describe('a value in a query', () => {
  const isCursor = (name: string): boolean => ['starting_after', 'ending_before'].includes(name);
  const names = OPERATIONS.flatMap(({ id, parameters }) =>
    parameters
      .filter((parameter) => parameter.in === 'query' && !isCursor(parameter.name))
      .flatMap(({ name, schema }) => (schema.pattern === undefined ? [] : [[name, id, schema] as const])),
  );

  it.each(names)('that is to be the name of something is one: %s of %s', (name, _, schema) => {
    const refused = fc
      .sample(valid(name, schema), { seed: 42, numRuns: 50 })
      .filter(
        (value) => !(value instanceof Placeholder) && !new RegExp(String(schema.pattern)).test(String(value)),
      );
    expect(refused).toEqual([]);
  });
});

describe('a body', () => {
  it('is spelled as it was drawn, with its holes filled', async () => {
    const value = new Pairs([
      ['a', new Placeholder('account', 'own', 1)],
      ['a', [new RawJson('1e400'), { b: '\ud800', c: undefined }, null]],
    ]);
    const json = await jsonOf(value, ({ kind }) => Promise.resolve(`the ${kind}`));
    expect(json).toBe('{"a":"the account","a":[1e400,{"b":"\\ud800"},null]}');
  });
});

describe('bytes', () => {
  const request = {
    method: 'POST',
    target: '/v1/users',
    headers: [['host', '127.0.0.1']],
    body: Buffer.from('{"a":1}'),
  } as const;

  it('are a request as it should be', () => {
    expect(toBytes(request, 'plain').toString()).toBe(
      'POST /v1/users HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: 7\r\n\r\n{"a":1}',
    );
    expect(toBytes(request, 'chunked').toString()).toMatch(/\r\n\r\n4\r\n\{"a"\r\n3\r\n:1\}\r\n0\r\n\r\n$/);
  });

  it.each(FRAMINGS.filter((framing) => framing !== 'plain'))('are something else when %s', (framing) => {
    expect(toBytes(request, framing)).not.toEqual(toBytes(request, 'plain'));
  });

  it('change where they are told to', () => {
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
