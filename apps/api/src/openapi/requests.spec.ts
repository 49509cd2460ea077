import { CURRENCIES } from '@florin/kernel';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormatsModule from 'ajv-formats';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { documentFromCode } from './from-code.js';
import { exampleId } from './fields.js';
import { operationsOf } from './schemas.js';
import type { Document, Schema } from './openapi-types.js';

// Under ESM the types of this package describe its module, but the import is its function.
const addFormats = addFormatsModule as unknown as typeof addFormatsModule.default;
const ajv = new Ajv2020({ strict: false, validateFormats: true });
addFormats(ajv);
ajv.addFormat('idn-email', true);

let document: Document;

beforeAll(async () => {
  document = JSON.parse(JSON.stringify(await documentFromCode())) as Document;
});

const isAllowed = (schema: Schema | undefined, value: unknown): boolean =>
  ajv.validate(schema ?? false, value);

const parameter = (operation: string, name: string): Schema | undefined =>
  operationsOf(document)
    .find(({ operationId }) => operationId === operation)
    ?.parameters?.find((one) => one.name === name)?.schema;

const metadataOf = (name: string): Schema | undefined =>
  document.components.schemas[name]?.properties?.metadata;

const keys = (count: number): object =>
  Object.fromEntries(Array.from({ length: count }, (_, key) => [`k${key}`, null]));

describe('the schemas of requests match the validation', () => {
  it.each([
    ['listSessions', 'starting_after', 'sess'],
    ['listApiKeys', 'ending_before', 'key'],
    ['listAuditEntries', 'starting_after', 'audit'],
    ['listEvents', 'ending_before', 'evt'],
    ['listTransactions', 'starting_after', 'txn'],
    ['listTransactions', 'account_id', 'acct'],
    ['listTransactions', 'refund_of', 'txn'],
    ['listPayments', 'ending_before', 'pay'],
    ['listPayments', 'subscription_id', 'sub'],
    ['listSubscriptions', 'starting_after', 'sub'],
  ] as const)('in %s: %s is an id with the right prefix', (operation, name, prefix) => {
    const schema = parameter(operation, name);
    expect(isAllowed(schema, exampleId(prefix))).toBe(true);
    for (const text of [
      '',
      'abc',
      exampleId('user'),
      exampleId(prefix).toUpperCase(),
      `${exampleId(prefix)} `,
    ])
      expect([text, isAllowed(schema, text)]).toEqual([text, false]);
  });

  it('in listAuditEntries: an actor is an id or a word, and a subject is an id of several types', () => {
    const [actor, subject] = ['actor', 'subject'].map((name) => parameter('listAuditEntries', name));
    for (const text of [exampleId('user'), exampleId('key'), 'anonymous', 'system'])
      expect([text, isAllowed(actor, text)]).toEqual([text, true]);
    for (const text of ['', 'systems', exampleId('sess'), 'customer'])
      expect([text, isAllowed(actor, text)]).toEqual([text, false]);
    for (const prefix of ['user', 'sess', 'key'] as const)
      expect([prefix, isAllowed(subject, exampleId(prefix))]).toEqual([prefix, true]);
    expect([isAllowed(subject, 'system'), isAllowed(subject, exampleId('acct'))]).toEqual([false, false]);
  });

  it('in listEvents: a subject is an id of several types', () => {
    const subject = parameter('listEvents', 'subject_id');
    for (const prefix of ['acct', 'txn', 'pay', 'sub'] as const)
      expect([prefix, isAllowed(subject, exampleId(prefix))]).toEqual([prefix, true]);
    expect([isAllowed(subject, 'system'), isAllowed(subject, exampleId('user'))]).toEqual([false, false]);
  });

  it.each([
    ['listTransactions', 'date_from'],
    ['listTransactions', 'date_to'],
    ['listPayments', 'created_after'],
    ['listPayments', 'created_before'],
    ['listAccounts', 'created_after'],
    ['listAccounts', 'created_before'],
  ])('in %s: %s is a date or a timestamp', (operation, name) => {
    const schema = parameter(operation, name);
    for (const text of ['2026-01-31', '2026-01-31T09:30:00Z', '2026-01-31T09:30:00.123+01:00'])
      expect([text, isAllowed(schema, text)]).toEqual([text, true]);
    for (const text of ['', 'yesterday', '2026-02-30', '31.01.2026', '2026-01-31T09:30'])
      expect([text, isAllowed(schema, text)]).toEqual([text, false]);
  });

  it.each([
    'CreateTransaction',
    'CreateTransfer',
    'CreatePayment',
    'CreateSubscription',
    'UpdateTransaction',
  ])('in %s: the keys of metadata are 1 to 40 characters', (name) => {
    expect(isAllowed(metadataOf(name), { a: 1, ['🔑'.repeat(40)]: { b: [null] } })).toBe(true);
    expect(isAllowed(metadataOf(name), { '': 1 })).toBe(false);
    expect(isAllowed(metadataOf(name), { ['k'.repeat(41)]: 1 })).toBe(false);
  });

  it('in a create, null is allowed for an optional field, and not for a required one', () => {
    const { schemas } = document.components;
    const withNull = (name: string) => {
      const { properties = {}, required = [] } = schemas[name] ?? {};
      const fields = Object.entries(properties);
      expect(fields.length).toBeGreaterThan(1);
      return fields.map(([field, schema]) => [
        field,
        isAllowed({ ...schema, components: document.components }, null) ===
          !(required as string[]).includes(field),
      ]);
    };
    for (const name of Object.keys(schemas).filter((one) => one.startsWith('Create')))
      expect([name, withNull(name).filter(([, isRight]) => isRight !== true)]).toEqual([name, []]);
  });

  it('in metadata: at most 50 keys, except for updates, which can delete keys', () => {
    expect(isAllowed(metadataOf('CreateTransaction'), keys(50))).toBe(true);
    expect(isAllowed(metadataOf('CreateTransaction'), keys(51))).toBe(false);
    expect(isAllowed(metadataOf('UpdateTransaction'), keys(51))).toBe(true);
  });

  it('in metadata: text values have no control characters, and other values are allowed', () => {
    for (const name of ['CreateTransaction', 'UpdateTransaction']) {
      for (const value of ['text', '', 1, true, null, ['a'], { b: 'c' }])
        expect([value, isAllowed(metadataOf(name), { value })]).toEqual([value, true]);
      expect(isAllowed(metadataOf(name), { value: 'a\u0007' })).toBe(false);
    }
  });

  it('in a create, a currency is one of ISO 4217', () => {
    const currency = document.components.schemas.CreateTransaction?.properties?.currency;
    for (const code of CURRENCIES) expect([code, isAllowed(currency, code)]).toEqual([code, true]);
    for (const text of ['ZZD', 'usd', 'USDX', 'XXX', ''])
      expect([text, isAllowed(currency, text)]).toEqual([text, false]);
  });
});
