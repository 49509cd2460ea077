import {
  type AccountId,
  type Decision,
  type DomainEvent,
  type Email,
  invalidRequest,
  stateMachine,
  notBefore,
  requireEmail,
  requireName,
  transition,
} from '@florin/kernel';
import { refusal } from '../errors.js';
import { type Branding, type BrandingChange, mergeBranding, NO_BRANDING, sameBranding } from './branding.js';
import {
  type AccountSettings,
  DEFAULT_SETTINGS,
  mergeSettings,
  sameSettings,
  type SettingsChange,
} from './settings.js';

export const ACCOUNT_TYPES = ['individual', 'business'] as const;
export type AccountType = (typeof ACCOUNT_TYPES)[number];

export const ACCOUNT_STATUSES = ['pending', 'active', 'suspended', 'closed'] as const;
export type AccountStatus = (typeof ACCOUNT_STATUSES)[number];
/** The statuses an admin can set. Closing is a separate use case, because it has more effects. */
export type OpenStatus = Exclude<AccountStatus, 'closed'>;
export const OPEN_STATUSES = ['active', 'suspended', 'pending'] as const satisfies readonly OpenStatus[];

export interface Account {
  readonly id: AccountId;
  readonly email: Email;
  readonly name: string;
  readonly type: AccountType;
  readonly status: AccountStatus;
  readonly settings: AccountSettings;
  readonly branding: Branding;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly closedAt?: Date;
}

export type AccountAction = 'activate' | 'suspend' | 'await' | 'close';

export const ACCOUNT_STATE_MACHINE = stateMachine<AccountStatus, AccountAction>({
  initial: ['active'],
  transitions: {
    pending: { activate: 'active', suspend: 'suspended', await: 'pending', close: 'closed' },
    active: { activate: 'active', suspend: 'suspended', await: 'pending', close: 'closed' },
    suspended: { activate: 'active', suspend: 'suspended', await: 'pending', close: 'closed' },
    closed: {},
  },
});

const ACTION_FOR_STATUS: Readonly<Record<OpenStatus, AccountAction>> = {
  active: 'activate',
  suspended: 'suspend',
  pending: 'await',
};

export const ACCOUNT_EVENTS = [
  'account.opened',
  'account.updated',
  'account.activated',
  'account.suspended',
  'account.pending',
  'account.closed',
] as const;
export type AccountEventType = (typeof ACCOUNT_EVENTS)[number];
export type AccountEvent = DomainEvent<AccountEventType>;
export type AccountDecision = Decision<Account, AccountEvent>;

const EVENT_OF_STATUS = {
  active: 'account.activated',
  suspended: 'account.suspended',
  pending: 'account.pending',
} as const satisfies Record<OpenStatus, AccountEventType>;

export interface NewAccount {
  readonly email: string;
  readonly name: string;
  readonly type: AccountType;
  readonly settings?: SettingsChange | undefined;
  readonly branding?: BrandingChange | undefined;
}

export function open(id: AccountId, input: NewAccount, now: Date): AccountDecision {
  const account: Account = {
    id,
    email: requireEmail(input.email),
    name: requireName(input.name),
    type: input.type,
    status: 'active',
    settings: mergeSettings(DEFAULT_SETTINGS, input.settings ?? {}),
    branding: mergeBranding(NO_BRANDING, input.branding ?? {}),
    createdAt: now,
    updatedAt: now,
  };
  return withEvent(account, 'account.opened', { type: account.type, ...eventDataOf(account) });
}

/** Absent fields stay unchanged. */
export interface AccountChange {
  readonly email?: string | undefined;
  readonly name?: string | undefined;
  readonly settings?: SettingsChange | undefined;
  /** Null clears all of it. */
  readonly branding?: BrandingChange | null | undefined;
}

/** What prevents a change of the currency. */
export interface CurrencyUsage {
  readonly hasTransactions: boolean;
  readonly isCollectingPayments: boolean;
}

/**
 * A change without effect records no event. The currency is fixed once there is a transaction, and while a payment request
 * could still be paid in it.
 */
export function update(
  account: Account,
  change: AccountChange,
  currencyUsage: CurrencyUsage,
  now: Date,
): AccountDecision {
  requireOpen(account);
  const email = change.email === undefined ? account.email : requireEmail(change.email);
  const name = change.name === undefined ? account.name : requireName(change.name);
  const settings = mergeSettings(account.settings, change.settings ?? {});
  const branding =
    change.branding === undefined ? account.branding : mergeBranding(account.branding, change.branding);
  if (settings.currency !== account.settings.currency) requireCurrencyChangeable(currencyUsage);
  const isUnchanged =
    email === account.email &&
    name === account.name &&
    sameSettings(settings, account.settings) &&
    sameBranding(branding, account.branding);
  if (isUnchanged) return { state: account, events: [] };
  const updated = {
    ...account,
    email,
    name,
    settings,
    branding,
    updatedAt: notBefore(account.updatedAt, now),
  };
  return withEvent(updated, 'account.updated', eventDataOf(updated));
}

function requireCurrencyChangeable({ hasTransactions, isCollectingPayments }: CurrencyUsage): void {
  if (hasTransactions) throw invalidRequest('settings.currency is fixed once the account has a transaction.');
  if (isCollectingPayments) {
    throw invalidRequest(
      'settings.currency cannot change while payment requests or subscriptions are open. Cancel them first.',
    );
  }
}

export function setStatus(account: Account, status: OpenStatus, now: Date): AccountDecision {
  const next = transition(ACCOUNT_STATE_MACHINE, account.status, ACTION_FOR_STATUS[status], refuseClosed);
  if (next === account.status) return { state: account, events: [] };
  const updated = { ...account, status: next, updatedAt: notBefore(account.updatedAt, now) };
  return withEvent(updated, EVENT_OF_STATUS[status], { from: account.status });
}

/** What prevents closing an account. */
interface ClosingObstacles {
  readonly hasActiveSubscriptions: boolean;
  /** Their money may already be on its way to the customer. */
  readonly hasPendingRefunds: boolean;
}

export function close(
  account: Account,
  { hasActiveSubscriptions, hasPendingRefunds }: ClosingObstacles,
  now: Date,
): Decision<ClosedAccount, AccountEvent> {
  const status = transition(ACCOUNT_STATE_MACHINE, account.status, 'close', refuseClosed);
  if (hasActiveSubscriptions) {
    throw refusal('active_subscriptions', 'Cancel or pause the active subscriptions of the account first.');
  }
  if (hasPendingRefunds) {
    throw refusal('conflict', 'A refund of the account is pending. Try again after it has ended.');
  }
  const closedAt = notBefore(account.updatedAt, now);
  const closed = { ...account, status, updatedAt: closedAt, closedAt };
  return withEvent(closed, 'account.closed', { from: account.status });
}

export type ClosedAccount = Account & { readonly closedAt: Date };

export function requireOpen(account: Account): void {
  if (account.status === 'closed') throw refuseClosed();
}

const refuseClosed = () => refusal('conflict', 'The account has already been closed.');

const eventDataOf = ({ email, name, settings, branding }: Account) => ({
  email,
  name,
  settings: sameBranding(branding, NO_BRANDING)
    ? { ...settings }
    : { ...settings, branding: brandingDataOf(branding) },
});

const brandingDataOf = ({ color, logo, supportEmail, website }: Branding) => ({
  color: color ?? null,
  logo: logo ?? null,
  support_email: supportEmail ?? null,
  website: website ?? null,
});

const withEvent = <State extends Account>(
  account: State,
  type: AccountEventType,
  data: Readonly<Record<string, unknown>>,
): Decision<State, AccountEvent> => ({
  state: account,
  events: [{ type, accountId: account.id, subjectId: account.id, data }],
});
