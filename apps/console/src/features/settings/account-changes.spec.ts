import type { Account } from '@florin/client';
import { expect, it } from '@jest/globals';
import { accountChanges } from './account-changes.js';

const ACCOUNT: Account = {
  id: 'acct_01k9zxv3s8e7qv5m2c4w6y8h0j',
  email: 'ada@example.com',
  name: 'Ada Ltd',
  type: 'business',
  status: 'active',
  created_at: '2026-01-31T09:30:00.000Z',
  updated_at: '2026-01-31T09:30:00.000Z',
  settings: {
    currency: 'USD',
    timezone: 'UTC',
    language: 'en',
    branding: { color: null, support_email: null, website: null, logo_url: null },
  },
};

it.each([
  [{}, undefined],
  [{ name: 'Ada Ltd', timezone: 'UTC' }, undefined],
  [{ name: 'Ada & Co', timezone: 'UTC' }, { name: 'Ada & Co' }],
  [
    { email: 'new@example.com', timezone: 'Asia/Tokyo', language: 'de' },
    { email: 'new@example.com', settings: { timezone: 'Asia/Tokyo', language: 'de' } },
  ],
])('sends only what differs: %j becomes %j', (edits, changes) => {
  expect(accountChanges(ACCOUNT, edits)).toEqual(changes);
});
