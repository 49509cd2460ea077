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

/** The error codes of an operation by status. */
const errorCodesOf = (id: string): Record<string, readonly string[]> =>
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
  it('matches the code (update it with npm run openapi)', () => {
    expect(JSON.parse(readFileSync(COMMITTED, 'utf8'))).toEqual(document);
  });

  it('passes the linter, which reports a missing summary', async () => {
    const source = readFileSync(COMMITTED, 'utf8');
    expect(await lint(source)).toEqual([]);
    const withoutSummary = source.replace(/"summary": "[^"]+",/, '');
    expect(await lint(withoutSummary)).toEqual([expect.stringContaining('operation-summary')]);
  });
});

describe('an operation', () => {
  it('exists for each row of the permission table, with its method and path', () => {
    const found = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, one]) =>
        'x-operation' in one ? `${String(one['x-operation'])} ${method.toUpperCase()} ${path}` : [],
      ),
    );
    const rows = OPERATIONS.map((name) => `${name} ${PERMISSIONS[name].method} ${PERMISSIONS[name].path}`);
    expect(found.sort()).toEqual(rows.sort());
  });

  it('has an operationId, a summary, a tag with a description, and one successful response besides that of a dry run', () => {
    const ids = operationsOf(document).map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    const tags = (document.tags as { name: string }[]).map(({ name }) => name);
    for (const { operationId, summary, tags: own = [], responses, parameters } of operationsOf(document)) {
      expect(operationId).toMatch(/^[a-z]+([A-Z][a-z]+)+$/);
      expect(summary).toMatch(/^[A-Z].{4,}[^.]$/);
      expect(tags).toEqual(expect.arrayContaining(own));
      expect(own).toHaveLength(1);
      const successful = Object.entries(responses).filter(([status]) => status.startsWith('2'));
      const hasDryRun = parameters?.some(({ $ref }) => $ref?.endsWith('/DryRun')) === true;
      expect(successful).toHaveLength(hasDryRun && '201' in responses ? 2 : 1);
      for (const [, { description }] of successful) expect(description).toMatch(/\.$/);
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
  const WITH_DRY_RUN = { 200: [] };
  const CHANGE = { 200: [], ...WITH_A_TOKEN, ...WITH_A_BODY };

  it.each([
    [
      'createTransaction',
      {
        ...CREATION,
        ...WITH_DRY_RUN,
        400: ['invalid_request', 'currency_mismatch'],
        402: ['insufficient_funds'],
        403: ['forbidden'],
        404: ['not_found'],
        409: ['conflict'],
      },
    ],
    [
      'createTransactionBatch',
      {
        ...CHANGE,
        403: ['forbidden'],
        404: ['not_found'],
        409: ['conflict'],
        422: ['idempotency_mismatch', 'batch_failed'],
      },
    ],
    [
      'createTransfer',
      {
        ...CREATION,
        ...WITH_DRY_RUN,
        400: ['invalid_request', 'currency_mismatch'],
        402: ['insufficient_funds'],
        403: ['forbidden'],
        404: ['not_found'],
        409: ['conflict'],
      },
    ],
    ['settleTransfer', { ...CHANGE, 403: ['forbidden'], 404: ['not_found'], 409: ['conflict'] }],
    ['cancelTransfer', { ...CHANGE, 403: ['forbidden'], 404: ['not_found'], 409: ['not_cancellable'] }],
    ['createPayment', { ...CREATION, ...WITH_DRY_RUN, 404: ['account_not_found'], 409: ['conflict'] }],
    [
      'createRefund',
      {
        ...CREATION,
        402: ['insufficient_funds'],
        403: ['forbidden'],
        404: ['not_found'],
        409: ['conflict'],
      },
    ],
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
    ['deleteUser', { ...CHANGE, 403: ['forbidden'], 404: ['not_found'] }],
    [
      'updateUser',
      { ...CHANGE, 401: ['unauthorized', 'invalid_credentials'], 404: ['not_found'], 409: ['conflict'] },
    ],
  ])('lists exactly the errors of %s', (id, expected) => {
    expect(errorCodesOf(id)).toEqual(expected);
  });

  it('documents every error code', () => {
    const codes = operationsOf(document).flatMap(({ operationId = '' }) =>
      Object.values(errorCodesOf(operationId)).flat(),
    );
    expect([...new Set(codes)].sort()).toEqual(Object.keys(STATUS).sort());
  });

  it('lists the security schemes that can use it', () => {
    const security = (id: string) => operation(id).security?.map((scheme) => Object.keys(scheme).join());
    expect(security('createTransaction')).toEqual(['accessToken', 'apiKey']);
    expect(security('createAccount')).toEqual(['accessToken', 'apiKey', '']);
    expect(security('createUser')).toEqual(['accessToken', '']);
    expect(security('listUsers')).toEqual(['accessToken']);
    expect(security('refreshTokens')).toEqual(['refreshToken', '']);
    expect(security('logIn')).toEqual([]);
  });

  it('lists only roles that can use it', () => {
    const descriptions = operationsOf(document).map(({ description = '' }) => description);
    expect(descriptions.filter((text) => text.includes('without an account (their account)'))).toEqual([]);
    expect(descriptions.filter((text) => text.includes('users without an account (themselves)')).length).toBe(
      5,
    );
  });

  it('documents X-Request-Id once, in the introduction, and not as a parameter', () => {
    const { description } = document.info as { description: string };
    expect(description).toMatch(/X-Request-Id.*1 to 128 letters/s);
    expect(JSON.stringify(operationsOf(document).map(({ parameters }) => parameters))).toContain('AccountId');
    expect(JSON.stringify(operationsOf(document).map(({ parameters }) => parameters))).not.toMatch(
      /RequestId|X-Request-Id/i,
    );
    // Any value is accepted: an invalid one is replaced.
    expect(document.components.headers?.RequestId).toHaveProperty('schema.type', 'string');
    expect(document.components.headers?.RequestId).not.toHaveProperty('schema.pattern');
  });

  it('lists the headers of the request and the response', () => {
    const headers = (id: string) =>
      operation(id).parameters?.flatMap(({ $ref }) => ($ref === undefined ? [] : $ref.split('/').at(-1)));
    expect(headers('createTransaction')).toEqual(['AccountId', 'DryRun', 'IdempotencyKey']);
    expect(headers('createTransactionBatch')).toEqual(['AccountId', 'IdempotencyKey', 'DryRun']);
    expect(headers('createSubscription')).toEqual(['AccountId', 'IdempotencyKey']);
    expect(headers('settleTransaction')).toEqual(['AccountId']);
    expect(operation('createTransaction').responses['201']?.headers).toHaveProperty('Idempotent-Replayed');
    expect(operation('settleTransaction').responses['200']?.headers).not.toHaveProperty(
      'Idempotent-Replayed',
    );
  });
});

describe('a field', () => {
  const isReference = (schema: Schema): boolean =>
    schema.$ref !== undefined || [schema.allOf, schema.anyOf].some((all) => all?.some(isReference));

  it('has a description and an example, in bodies and parameters', () => {
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
    const undocumented = [...fields, ...parameters].filter(
      ([, schema]) =>
        !isReference(schema) &&
        (schema.description === undefined || (schema.items === undefined && schema.examples === undefined)),
    );
    expect(undocumented.map(([name]) => name)).toEqual([]);
  });

  it('does not clash with the type names of code generators', () => {
    const { schemas } = document.components;
    const pascalCase = (field: string) =>
      field.replace(/(?:^|_)(\w)/g, (_, first: string) => first.toUpperCase());
    const clashes = Object.entries(schemas).flatMap(([name, { properties = {} }]) =>
      Object.entries(properties)
        .filter(([, { $ref }]) => $ref === undefined)
        .map(([field]) => name + pascalCase(field))
        // Some generators add constructor functions: NewAccount for Account.
        .concat(`New${name}`)
        .filter((generated) => generated in schemas),
    );
    expect(clashes).toEqual([]);
  });

  it('with more than 32 bits has the format int64, because generators default to 32 bits', () => {
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

  it('that is a cursor has an id of the listed object as example', () => {
    const cursors = operationsOf(document).flatMap(({ operationId, parameters = [] }) =>
      parameters
        .filter(({ name = '' }) => ['starting_after', 'ending_before'].includes(name))
        .map(({ schema }) => `${operationId ?? ''} ${String(schema?.examples?.[0]).split('_')[0] ?? ''}`),
    );
    expect([...new Set(cursors)].sort()).toEqual([
      'getStatement txn',
      'listApiKeys key',
      'listAuditEntries audit',
      'listEvents evt',
      'listPayments pay',
      'listReconciliationLines rcl',
      'listReconciliations rcn',
      'listRefunds re',
      'listSessions sess',
      'listSubscriptions sub',
      'listTransactions txn',
      'listTransfers trf',
      'listWebhookDeliveries whd',
      'listWebhookEndpoints whe',
    ]);
  });

  it('that is unknown is forbidden in requests, and a nullable one has the type null', () => {
    const { schemas } = document.components;
    expect(schemas.CreateTransaction?.additionalProperties).toBe(false);
    expect(schemas.Settings?.additionalProperties).toBe(false);
    expect(schemas.InitialSettings?.additionalProperties).toBe(false);
    expect(schemas.Transaction?.additionalProperties).toBeUndefined();
    expect(schemas.Transaction?.properties?.reference?.type).toEqual(['string', 'null']);
    expect(schemas.UpdateTransaction?.properties?.reference?.type).toEqual(['string', 'null']);
    expect(schemas.CreateTransaction?.properties?.reference?.type).toEqual(['string', 'null']);
    expect(schemas.CreateApiKey?.properties?.kind?.enum).toEqual(['account', 'platform', null]);
    expect(schemas.CreateAccount?.properties?.settings?.anyOf).toEqual([
      { $ref: '#/components/schemas/InitialSettings' },
      { type: 'null' },
    ]);
    expect(Object.keys(schemas.UpdateTransaction?.properties ?? {})).toEqual(['reference', 'metadata']);
    expect(JSON.stringify(document)).not.toContain('"nullable"');
  });

  it.each(['CreateUser', 'UpdateUser'])('allows the same usernames in %s as the service', (name) => {
    const { pattern } = document.components.schemas[name]?.properties?.username ?? {};
    const isDocumented = (text: string): boolean => new RegExp(String(pattern), 'u').test(text);
    for (const text of ['a', 'Ada_1', 'a.b-c', 'x'.repeat(64)])
      expect([parseUsername(text), isDocumented(text)]).toEqual([text, true]);
    for (const text of ['bad name', 'a@b', '.ada', 'ä', '\u212a', 'ada\n', 'x'.repeat(65)]) {
      expect(() => parseUsername(text)).toThrow(/^username /);
      expect([text, isDocumented(text)]).toEqual([text, false]);
    }
  });

  it('of a request has a pattern if it is text without a format or a list of values', () => {
    const bodies = operationsOf(document).flatMap(({ requestBody }) =>
      schemaName(requestBody?.content['application/json']?.schema?.$ref),
    );
    const fields = [...new Set([...bodies, 'Settings'])].flatMap((name) =>
      Object.entries(document.components.schemas[name]?.properties ?? {}).map(
        ([field, schema]): [string, Schema] => [`${name}.${field}`, schema],
      ),
    );
    const parameters = operationsOf(document).flatMap(({ operationId, parameters: own = [] }) =>
      own
        .filter((parameter) => parameter.in === 'query')
        .map(({ name, schema = {} }): [string, Schema] => [`${String(operationId)} ${String(name)}`, schema]),
    );
    const isFreeText = ({ type, format, enum: values, anyOf }: Schema): boolean =>
      [type].flat()[0] === 'string' &&
      (format === undefined || format === 'password') &&
      values === undefined &&
      anyOf === undefined;
    const texts = [...fields, ...parameters].filter(([, schema]) => isFreeText(schema));
    expect(texts.length).toBeGreaterThan(20);
    expect(texts.filter(([, { pattern }]) => pattern === undefined).map(([name]) => name)).toEqual([]);
  });

  it.each([
    ['CreateUser', 'name', ['Ada', ' Ada ', '株式会社'], ['', ' ', '\u00a0', 'a\u0000', 'a\nb', '\u0085']],
    ['CreateTransaction', 'reference', ['A-1', ' ', 'Zoë'], ['a\tb', '\u007f', 'a\u009f']],
    ['CreateUser', 'password', ['tab\tand more'], ['nul\u0000 and more']],
    ['UpdateUser', 'current_password', ['tab\t'], ['\u0000']],
    ['Settings', 'language', ['de-AT', 'zh-Hant-TW', 'EN'], ['english', 'en_US', 'de-', '']],
    ['Settings', 'timezone', ['UTC', 'America/Argentina/Buenos_Aires'], ['+01:00', 'utc\n', '']],
  ])('has a pattern for the rule of the service: %s.%s', (schema, field, valid, invalid) => {
    const { pattern } = document.components.schemas[schema]?.properties?.[field] ?? {};
    const isDocumented = (text: string): boolean => new RegExp(String(pattern), 'u').test(text);
    expect(valid.filter((text) => !isDocumented(text))).toEqual([]);
    expect(invalid.filter(isDocumented)).toEqual([]);
  });

  it('examples exist for request bodies only', () => {
    const sent = operationsOf(document).flatMap(({ requestBody }) => {
      const { schema, example } = requestBody?.content['application/json'] ?? {};
      return example === undefined ? [] : schemaName(schema?.$ref);
    });
    expect(sent.sort()).toEqual(Object.keys(BODY_EXAMPLES).sort());
  });

  it('bodies are optional if no field is required', () => {
    expect(operation('settleTransaction').requestBody?.required).toBe(false);
    expect(operation('createTransaction').requestBody?.required).toBe(true);
  });
});
