import { describe, expect, it } from '@jest/globals';
import { addMilliseconds, DomainError, invalidRequest, MINUTE_MS, transition } from '@florin/kernel';
import fc from 'fast-check';
import { aNewAccount, anAccount, anEmail, NOON } from '../testing/builders.js';
import {
  type Account,
  ACCOUNT_STATE_MACHINE,
  ACCOUNT_STATUSES,
  type AccountAction,
  close,
  type NewAccount,
  open,
  OPEN_STATUSES,
  setStatus,
  update,
} from './account.js';

const AFTER = addMilliseconds(NOON, MINUTE_MS);
const UNUSED = { hasTransactions: false, isCollectingPayments: false };
const USED = { ...UNUSED, hasTransactions: true };
const COLLECTING = { ...UNUSED, isCollectingPayments: true };
const UNSUBSCRIBED = { hasActiveSubscriptions: false, hasPendingRefunds: false };
const account = anAccount();
const closed: Account = { ...account, status: 'closed', closedAt: NOON };

describe('ACCOUNT_STATE_MACHINE', () => {
  const NEXT: Record<AccountAction, string> = {
    activate: 'active',
    suspend: 'suspended',
    await: 'pending',
    close: 'closed',
  };
  const actions = Object.keys(NEXT) as AccountAction[];
  const transitions = ACCOUNT_STATUSES.flatMap((state) => actions.map((action) => [state, action] as const));

  it.each(transitions)('handles %s with %s', (state, action) => {
    const act = () =>
      transition(ACCOUNT_STATE_MACHINE, state, action, () => new DomainError('conflict', 'rejected'));
    if (state === 'closed') expect(act).toThrow(DomainError);
    else expect(act()).toBe(NEXT[action]);
  });
});

describe('open', () => {
  it('creates an active account with default settings, with an event', () => {
    const input = aNewAccount({ email: 'Ada@Example.com', name: ' Ada Zoe\u0308 ' });
    const { state, events } = open(account.id, input, NOON);
    const settings = { currency: 'USD', timezone: 'UTC', language: 'en' };
    expect(state).toEqual({
      id: account.id,
      email: 'ada@example.com',
      name: 'Ada Zo\u00eb',
      type: 'business',
      status: 'active',
      settings,
      branding: {},
      createdAt: NOON,
      updatedAt: NOON,
    });
    expect(events).toEqual([
      {
        type: 'account.opened',
        accountId: account.id,
        subjectId: account.id,
        data: { type: 'business', email: 'ada@example.com', name: 'Ada Zo\u00eb', settings },
      },
    ]);
  });

  it.each([
    ['email', { email: 'invalid' }],
    ['name', { name: '   ' }],
    ['name', { name: 'a'.repeat(256) }],
    ['name', { name: 'null\u0000' }],
    ['name', { name: 'surrogate \ud800' }],
    ['settings', { settings: { currency: 'usd' } }],
  ])('rejects an invalid %s and names the field', (field, input) => {
    const opening = () => open(account.id, aNewAccount(input), NOON);
    expect(opening).toThrow(expect.objectContaining({ code: 'invalid_request' }));
    expect(opening).toThrow(new RegExp(`^${field}`));
  });

  it('rejects an unknown setting', () => {
    const input = { settings: { colour: 'red' } } as Partial<NewAccount>;
    expect(() => open(account.id, aNewAccount(input), NOON)).toThrow(
      invalidRequest('Unknown parameter: settings.colour.'),
    );
  });

  it('counts code points', () => {
    expect(open(account.id, aNewAccount({ name: '🪙'.repeat(255) }), NOON).state.name).toBe('🪙'.repeat(255));
    expect(() => open(account.id, aNewAccount({ name: '🪙'.repeat(256) }), NOON)).toThrow(/^name/);
  });
});

describe('update', () => {
  it('changes only the fields that are sent', () => {
    fc.assert(
      fc.property(
        fc.record(
          {
            name: fc.constantFrom('Ada', 'Bob', account.name),
            email: fc.constantFrom('new@example.com', account.email),
            settings: fc.record(
              { currency: fc.constantFrom('USD', 'EUR'), timezone: fc.constantFrom('UTC', 'Asia/Kolkata') },
              { requiredKeys: [] },
            ),
          },
          { requiredKeys: [] },
        ),
        (change) => {
          const { state, events } = update(account, change, UNUSED, AFTER);
          const { settings, ...fields } = change;
          const changed = { ...account, ...fields, settings: { ...account.settings, ...settings } };
          const differs = JSON.stringify(changed) !== JSON.stringify(account);
          expect(state).toEqual(differs ? { ...changed, updatedAt: AFTER } : account);
          expect(events.map(({ type }) => type)).toEqual(differs ? ['account.updated'] : []);
        },
      ),
    );
  });

  it('changes nothing, without an event, when the values are the same', () => {
    const { email, name, settings } = account;
    const decision = update(
      account,
      { email: email.toUpperCase(), name: ` ${name} `, settings },
      USED,
      AFTER,
    );
    expect(decision).toEqual({ state: account, events: [] });
  });

  it.each([
    ['once there is a transaction', USED, /^settings\.currency is fixed/],
    [
      'while payment requests are open',
      COLLECTING,
      /^settings\.currency cannot change while payment requests/,
    ],
  ])('rejects a change of the currency only, %s', (_, currencyUsage, message) => {
    const toEuro = () => update(account, { settings: { currency: 'EUR' } }, currencyUsage, AFTER);
    expect(toEuro).toThrow(expect.objectContaining({ code: 'invalid_request' }));
    expect(toEuro).toThrow(message);
    const change = { settings: { currency: 'USD', language: 'fr' } };
    expect(update(account, change, currencyUsage, AFTER).state.settings).toMatchObject({
      currency: 'USD',
      language: 'fr',
    });
  });

  it('never moves updatedAt backwards', () => {
    const changed = { ...account, updatedAt: AFTER };
    expect(update(changed, { name: 'Bob' }, UNUSED, NOON).state.updatedAt).toEqual(AFTER);
    expect(close(changed, UNSUBSCRIBED, NOON).state).toMatchObject({ closedAt: AFTER, updatedAt: AFTER });
  });

  it('rejects a closed account', () => {
    const updating = () => update(closed, {}, UNUSED, AFTER);
    expect(updating).toThrow(expect.objectContaining({ code: 'conflict' }));
    expect(updating).toThrow('The account has already been closed.');
  });
});

describe('setStatus', () => {
  const EVENTS = { active: 'account.activated', suspended: 'account.suspended', pending: 'account.pending' };
  const pairs = OPEN_STATUSES.flatMap((from) => OPEN_STATUSES.map((to) => [from, to] as const));

  it.each(pairs)('from %s to %s records an event only for a change', (from, to) => {
    const { state, events } = setStatus({ ...account, status: from }, to, AFTER);
    expect(state).toEqual({ ...account, status: to, updatedAt: from === to ? account.updatedAt : AFTER });
    const event = { type: EVENTS[to], accountId: account.id, subjectId: account.id, data: { from } };
    expect(events).toEqual(from === to ? [] : [event]);
  });

  it.each(OPEN_STATUSES)('cannot set a closed account to %s', (status) => {
    expect(() => setStatus(closed, status, AFTER)).toThrow(expect.objectContaining({ code: 'conflict' }));
  });
});

describe('close', () => {
  it.each(OPEN_STATUSES)('closes a %s account and sets closedAt', (status) => {
    const { state, events } = close({ ...account, status }, UNSUBSCRIBED, AFTER);
    expect(state).toEqual({ ...account, status: 'closed', updatedAt: AFTER, closedAt: AFTER });
    expect(events).toMatchObject([{ type: 'account.closed', data: { from: status } }]);
  });

  it('is rejected while subscriptions are active', () => {
    const closing = () => close(account, { ...UNSUBSCRIBED, hasActiveSubscriptions: true }, AFTER);
    expect(closing).toThrow(expect.objectContaining({ code: 'active_subscriptions' }));
    expect(closing).toThrow(/cancel or pause/i);
  });

  it('is rejected the second time', () => {
    const again = () => close(closed, UNSUBSCRIBED, AFTER);
    expect(again).toThrow(expect.objectContaining({ code: 'conflict' }));
  });
});

describe('the email', () => {
  it('is stored in lower case', () => {
    const { state } = update(account, { email: 'MIXED@Example.COM' }, UNUSED, AFTER);
    expect(state.email).toBe(anEmail('mixed@example.com'));
  });
});
