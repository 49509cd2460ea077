import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { OPERATIONS, parseUsername, PERMISSIONS } from '@florin/identity';
import { STATUS } from '../common/errors/codes.js';
import { BODY_EXAMPLES } from './body-examples.js';
import { documentFromCode } from './from-code.js';
import { schemaName, operationsOf } from './schemas.js';
import type { Document, Operation, Parameter, Schema } from './openapi-types.js';

const COMMITTED = new URL('../../../../openapi.json', import.meta.url);

let document: Document;

beforeAll(async () => {
  document = JSON.parse(JSON.stringify(await documentFromCode())) as Document;
});

const operation = (id: string): Operation => {
  const found = operationsOf(document).find(({ operationId }) => operationId === id);
  if (found === undefined) throw new Error(`There is no operation ${id}`);
  return found;
};

/** The codes of an operation by status, as the document tells them. */
const answersOf = (id: string): Record<string, readonly string[]> =>
  Object.fromEntries(
    Object.entries(operation(id).responses).map(([status, { $ref = '' }]) => {
      const response = document.components.responses?.[$ref.split('/').at(-1) ?? ''] as
        { content: Record<string, { examples: object }> } | undefined;
      return [status, Object.keys(response?.content['application/json']?.examples ?? {})];
    }),
  );

async function lint(source: string): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended'] });
  const problems = await lintFromString({ source, absoluteRef: COMMITTED.pathname, config });
  return problems.map(
    ({ ruleId, message, location: [where] }) => `${ruleId} ${where?.pointer ?? ''}: ${message}`,
  );
}

describe('the committed document', () => {
  it('is what the code says (npm run openapi writes it anew)', () => {
    expect(JSON.parse(readFileSync(COMMITTED, 'utf8'))).toEqual(document);
  });

  it('passes the linter without a warning, which finds one where there is something to find', async () => {
    const source = readFileSync(COMMITTED, 'utf8');
    expect(await lint(source)).toEqual([]);
    const worse = source.replace(/"summary": "[^"]+",/, '');
    expect(await lint(worse)).toEqual([expect.stringContaining('operation-summary')]);
  });
});

describe('an operation', () => {
  it('stands for each row of the permission table, at its address', () => {
    const found = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, one]) =>
        'x-operation' in one ? `${String(one['x-operation'])} ${method.toUpperCase()} ${path}` : [],
      ),
    );
    const rows = OPERATIONS.map((name) => `${name} ${PERMISSIONS[name].method} ${PERMISSIONS[name].path}`);
    expect(found.sort()).toEqual(rows.sort());
  });

  it('has a name like a method, words, a tag that is described, and one good answer', () => {
    const ids = operationsOf(document).map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    const tags = (document.tags as { name: string }[]).map(({ name }) => name);
    for (const { operationId, summary, tags: own = [], responses } of operationsOf(document)) {
      expect(operationId).toMatch(/^[a-z]+([A-Z][a-z]+)+$/);
      expect(summary).toMatch(/^[A-Z].{4,}[^.]$/);
      expect(tags).toEqual(expect.arrayContaining(own));
      expect(own).toHaveLength(1);
      const good = Object.entries(responses).filter(([status]) => status.startsWith('2'));
      expect(good).toHaveLength(1);
      expect(good[0]?.[1].description).toMatch(/\.$/);
    }
  });

  const ANYWHERE = {
    400: ['invalid_request'],
    429: ['rate_limited'],
    500: ['internal_error'],
    503: ['unavailable'],
    default: ['invalid_request'],
  };
  const WITH_A_TOKEN = { ...ANYWHERE, 401: ['unauthorized'] };
  const WITH_A_BODY = { 413: ['invalid_request'], 415: ['invalid_request'] };
  const CREATION = { 201: [], ...WITH_A_TOKEN, ...WITH_A_BODY, 422: ['idempotency_mismatch'] };
  const CHANGE = { 200: [], ...WITH_A_TOKEN, ...WITH_A_BODY };

  it.each([
    [
      'createTransaction',
      {
        ...CREATION,
        400: ['invalid_request', 'currency_mismatch'],
        402: ['insufficient_funds'],
        404: ['not_found'],
        409: ['conflict'],
      },
    ],
    ['createPayment', { ...CREATION, 404: ['account_not_found'], 409: ['conflict'] }],
    ['logIn', { 200: [], ...ANYWHERE, ...WITH_A_BODY, 401: ['invalid_credentials', 'unauthorized'] }],
    [
      'refreshTokens',
      { 200: [], ...ANYWHERE, ...WITH_A_BODY, 401: ['invalid_grant'], 403: ['unauthorized'] },
    ],
    ['listAccounts', { 200: [], ...WITH_A_TOKEN, 403: ['forbidden'] }],
    [
      'closeAccount',
      { ...CHANGE, 403: ['forbidden'], 404: ['not_found'], 409: ['active_subscriptions', 'conflict'] },
    ],
    ['updateTransaction', { ...CHANGE, 404: ['not_found'], 409: ['conflict'] }],
    ['settleTransaction', { ...CHANGE, 403: ['forbidden'], 404: ['not_found'], 409: ['conflict'] }],
    ['endSession', { ...CHANGE, 404: ['invalid_session'] }],
  ])('lists exactly what %s can answer', (id, expected) => {
    expect(answersOf(id)).toEqual(expected);
  });

  it('leaves no code without an operation that answers it', () => {
    const told = operationsOf(document).flatMap(({ operationId = '' }) =>
      Object.values(answersOf(operationId)).flat(),
    );
    expect([...new Set(told)].sort()).toEqual(Object.keys(STATUS).sort());
  });

  it('asks for the tokens that get somewhere with it', () => {
    const security = (id: string) => operation(id).security?.map((scheme) => Object.keys(scheme).join());
    expect(security('createTransaction')).toEqual(['accessToken', 'apiKey']);
    expect(security('createAccount')).toEqual(['accessToken', 'apiKey', '']);
    expect(security('createUser')).toEqual(['accessToken', '']);
    expect(security('listUsers')).toEqual(['accessToken']);
    expect(security('refreshTokens')).toEqual(['refreshToken', '']);
    expect(security('logIn')).toEqual([]);
  });

  it('is said to be open only to those who can get anything from it', () => {
    const words = operationsOf(document).map(({ description = '' }) => description);
    expect(words.filter((one) => one.includes('without an account (their account)'))).toEqual([]);
    expect(words.filter((one) => one.includes('users without an account (themselves)')).length).toBe(5);
  });

  it('documents X-Request-Id once, in the introduction, and not as a parameter', () => {
    const { description } = document.info as { description: string };
    expect(description).toMatch(/X-Request-Id.*1 to 128 letters/s);
    expect(JSON.stringify(operationsOf(document).map(({ parameters }) => parameters))).toContain('AccountId');
    expect(JSON.stringify(operationsOf(document).map(({ parameters }) => parameters))).not.toMatch(
      /RequestId|X-Request-Id/i,
    );
  });

  it('names the headers that come and go with it', () => {
    const headers = (id: string) =>
      operation(id).parameters?.flatMap(({ $ref }) => ($ref === undefined ? [] : $ref.split('/').at(-1)));
    expect(headers('createTransaction')).toEqual(['AccountId', 'IdempotencyKey']);
    expect(headers('settleTransaction')).toEqual(['AccountId']);
    expect(operation('createTransaction').responses['201']?.headers).toHaveProperty('Idempotent-Replayed');
    expect(operation('settleTransaction').responses['200']?.headers).not.toHaveProperty(
      'Idempotent-Replayed',
    );
  });
});

describe('a field', () => {
  const isReference = (schema: Schema): boolean => schema.$ref !== undefined || schema.allOf !== undefined;

  it('says what it is and gives an example, in bodies and in parameters alike', () => {
    const fields = Object.entries(document.components.schemas).flatMap(([name, { properties = {} }]) =>
      Object.entries(properties).map(([field, schema]): [string, Schema] => [`${name}.${field}`, schema]),
    );
    const parameters = operationsOf(document).flatMap(({ operationId, parameters: own = [] }) =>
      own
        .filter(({ $ref }) => $ref === undefined)
        .map(({ name, description, schema }: Parameter): [string, Schema] => [
          `${String(operationId)} ${String(name)}`,
          { ...schema, ...(description !== undefined && { description }) },
        ]),
    );
    expect(fields.length).toBeGreaterThan(150);
    const silent = [...fields, ...parameters].filter(
      ([, schema]) =>
        !isReference(schema) &&
        (schema.description === undefined || (schema.items === undefined && schema.examples === undefined)),
    );
    expect(silent.map(([name]) => name)).toEqual([]);
  });

  it('leaves the name that generators give to its own values to it', () => {
    const { schemas } = document.components;
    const inWords = (field: string) =>
      field.replace(/(?:^|_)(\w)/g, (_, first: string) => first.toUpperCase());
    const clashes = Object.entries(schemas).flatMap(([name, { properties = {} }]) =>
      Object.entries(properties)
        .filter(([, { $ref }]) => $ref === undefined)
        .map(([field]) => name + inWords(field))
        // Some have functions that make things as well: NewAccount makes an Account.
        .concat(`New${name}`)
        .filter((generated) => generated in schemas),
    );
    expect(clashes).toEqual([]);
  });

  it('that may hold more than 32 bits says so, because generators take whole numbers for that small', () => {
    const small = Object.entries(document.components.schemas).flatMap(([name, { properties = {} }]) =>
      Object.entries(properties)
        .filter(([, { type, format, maximum }]) => {
          const fits = typeof maximum === 'number' && maximum < 2 ** 31;
          return type === 'integer' && !fits && format !== 'int64';
        })
        .map(([field]) => `${name}.${field}`),
    );
    expect(small).toEqual([]);
  });

  it('that is a place in a list has the id of such a thing for its example', () => {
    const places = operationsOf(document).flatMap(({ operationId, parameters = [] }) =>
      parameters
        .filter(({ name = '' }) => ['starting_after', 'ending_before'].includes(name))
        .map(({ schema }) => `${operationId ?? ''} ${String(schema?.examples?.[0]).split('_')[0] ?? ''}`),
    );
    expect([...new Set(places)].sort()).toEqual([
      'listApiKeys key',
      'listAuditEntries audit',
      'listEvents evt',
      'listPayments pay',
      'listSessions sess',
      'listSubscriptions sub',
      'listTransactions txn',
    ]);
  });

  it('that nobody knows is refused in what is sent, and what may be null says so', () => {
    const { schemas } = document.components;
    expect(schemas.CreateTransaction?.additionalProperties).toBe(false);
    expect(schemas.Settings?.additionalProperties).toBe(false);
    expect(schemas.Transaction?.additionalProperties).toBeUndefined();
    expect(schemas.Transaction?.properties?.reference?.type).toEqual(['string', 'null']);
    expect(schemas.UpdateTransaction?.properties?.reference?.type).toEqual(['string', 'null']);
    expect(Object.keys(schemas.UpdateTransaction?.properties ?? {})).toEqual(['reference', 'metadata']);
    expect(JSON.stringify(document)).not.toContain('"nullable"');
  });

  it.each(['CreateUser', 'UpdateUser'])('takes the usernames in %s that the service takes', (name) => {
    const { pattern } = document.components.schemas[name]?.properties?.username ?? {};
    const isDocumented = (text: string): boolean => new RegExp(String(pattern), 'u').test(text);
    for (const text of ['a', 'Ada_1', 'a.b-c', 'x'.repeat(64)])
      expect([parseUsername(text), isDocumented(text)]).toEqual([text, true]);
    for (const text of ['bad name', 'a@b', '.ada', 'ä', '\u212a', 'ada\n', 'x'.repeat(65)]) {
      expect(() => parseUsername(text)).toThrow(/^username /);
      expect([text, isDocumented(text)]).toEqual([text, false]);
    }
  });

  it('stands in no example of a body that nobody sends', () => {
    const sent = operationsOf(document).flatMap(({ requestBody }) => {
      const { schema, example } = requestBody?.content['application/json'] ?? {};
      return example === undefined ? [] : schemaName(schema?.$ref);
    });
    expect(sent.sort()).toEqual(Object.keys(BODY_EXAMPLES).sort());
  });

  it('need not be sent at all where none is required', () => {
    expect(operation('settleTransaction').requestBody?.required).toBe(false);
    expect(operation('createTransaction').requestBody?.required).toBe(true);
  });
});
