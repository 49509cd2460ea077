import { describe, expect, it } from '@jest/globals';
import { addMilliseconds, MINUTE_MS, transition } from '@florin/kernel';
import { DomainError } from '@florin/kernel';
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
const FRESH = { hasTransactions: false, isCollectingPayments: false };
const USED = { ...FRESH, hasTransactions: true };
const ASKING = { ...FRESH, isCollectingPayments: true };
const UNSUBSCRIBED = { hasActiveSubscriptions: false };
const account = anAccount();
const closed: Account = { ...account, status: 'closed', closedAt: NOON };

describe('the life of an account', () => {
  const ENDS: Record<AccountAction, string> = {
    activate: 'active',
    suspend: 'suspended',
    await: 'pending',
    close: 'closed',
  };
  const actions = Object.keys(ENDS) as AccountAction[];
  const walk = ACCOUNT_STATUSES.flatMap((state) => actions.map((action) => [state, action] as const));

  it.each(walk)('%s and %s leads where it should or is refused', (state, action) => {
    const take = () =>
      transition(ACCOUNT_STATE_MACHINE, state, action, () => new DomainError('conflict', 'no'));
    if (state === 'closed') expect(take).toThrow(DomainError);
    else expect(take()).toBe(ENDS[action]);
  });
});

describe('opening', () => {
  it('makes an active account with default settings and tells of it', () => {
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
    ['email', { email: 'nobody' }],
    ['name', { name: '   ' }],
    ['name', { name: 'a'.repeat(256) }],
    ['name', { name: 'nul\u0000' }],
    ['name', { name: 'half \ud800' }],
    ['settings', { settings: { currency: 'usd' } }],
    ['settings', { settings: { colour: 'red' } }],
  ])('refuses a bad %s and says which field it was', (field, input) => {
    const opening = () => open(account.id, aNewAccount(input as Partial<NewAccount>), NOON);
    expect(opening).toThrow(expect.objectContaining({ code: 'invalid_request' }));
    expect(opening).toThrow(new RegExp(`^${field}`));
  });

  it('counts characters as a reader does', () => {
    expect(open(account.id, aNewAccount({ name: '🪙'.repeat(255) }), NOON).state.name).toBe('🪙'.repeat(255));
    expect(() => open(account.id, aNewAccount({ name: '🪙'.repeat(256) }), NOON)).toThrow(/^name/);
  });
});

describe('updating', () => {
  it('changes what is sent and nothing else', () => {
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
          const { state, events } = update(account, change, FRESH, AFTER);
          const { settings, ...fields } = change;
          const changed = { ...account, ...fields, settings: { ...account.settings, ...settings } };
          const differs = JSON.stringify(changed) !== JSON.stringify(account);
          expect(state).toEqual(differs ? { ...changed, updatedAt: AFTER } : account);
          expect(events.map(({ type }) => type)).toEqual(differs ? ['account.updated'] : []);
        },
      ),
    );
  });

  it('leaves no trace when what is sent is what is there', () => {
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
    ['while customers are asked to pay in it', ASKING, /^settings\.currency cannot change while customers/],
  ])('keeps the currency %s, and only the currency', (_, ties, words) => {
    const toEuro = () => update(account, { settings: { currency: 'EUR' } }, ties, AFTER);
    expect(toEuro).toThrow(expect.objectContaining({ code: 'invalid_request' }));
    expect(toEuro).toThrow(words);
    const change = { settings: { currency: 'USD', language: 'fr' } };
    expect(update(account, change, ties, AFTER).state.settings).toMatchObject({
      currency: 'USD',
      language: 'fr',
    });
  });

  it('never turns the time of the last change back', () => {
    const changed = { ...account, updatedAt: AFTER };
    expect(update(changed, { name: 'Bob' }, FRESH, NOON).state.updatedAt).toEqual(AFTER);
    expect(close(changed, UNSUBSCRIBED, NOON).state).toMatchObject({ closedAt: AFTER, updatedAt: AFTER });
  });

  it('leaves a closed account alone', () => {
    const updating = () => update(closed, {}, FRESH, AFTER);
    expect(updating).toThrow(expect.objectContaining({ code: 'conflict' }));
    expect(updating).toThrow('closed');
  });
});

describe('setting the status', () => {
  const EVENTS = { active: 'account.activated', suspended: 'account.suspended', pending: 'account.pending' };
  const pairs = OPEN_STATUSES.flatMap((from) => OPEN_STATUSES.map((to) => [from, to] as const));

  it.each(pairs)('from %s to %s tells of it exactly when something changed', (from, to) => {
    const { state, events } = setStatus({ ...account, status: from }, to, AFTER);
    expect(state).toEqual({ ...account, status: to, updatedAt: from === to ? account.updatedAt : AFTER });
    const told = { type: EVENTS[to], accountId: account.id, subjectId: account.id, data: { from } };
    expect(events).toEqual(from === to ? [] : [told]);
  });

  it.each(OPEN_STATUSES)('does not bring a closed account back to %s', (status) => {
    expect(() => setStatus(closed, status, AFTER)).toThrow(expect.objectContaining({ code: 'conflict' }));
  });
});

describe('closing', () => {
  it.each(OPEN_STATUSES)('ends a %s account with the instant of its end', (status) => {
    const { state, events } = close({ ...account, status }, UNSUBSCRIBED, AFTER);
    expect(state).toEqual({ ...account, status: 'closed', updatedAt: AFTER, closedAt: AFTER });
    expect(events).toMatchObject([{ type: 'account.closed', data: { from: status } }]);
  });

  it('is refused while subscriptions are active', () => {
    const closing = () => close(account, { hasActiveSubscriptions: true }, AFTER);
    expect(closing).toThrow(expect.objectContaining({ code: 'active_subscriptions' }));
    expect(closing).toThrow(/cancel or pause/i);
  });

  it('happens once', () => {
    const again = () => close(closed, UNSUBSCRIBED, AFTER);
    expect(again).toThrow(expect.objectContaining({ code: 'conflict' }));
  });
});

describe('an email', () => {
  it('is kept in lower case', () => {
    const { state } = update(account, { email: 'MIXED@Example.COM' }, FRESH, AFTER);
    expect(state.email).toBe(anEmail('mixed@example.com'));
  });
});
