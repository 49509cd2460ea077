import type { OperationName } from '@florin/identity';
import {
  type Icon,
  IconActivityHeartbeat,
  IconArrowsExchange,
  IconBuildingBank,
  IconCash,
  IconCode,
  IconDeviceDesktop,
  IconFileText,
  IconHome,
  IconKey,
  IconList,
  IconPalette,
  IconReceipt,
  IconRefresh,
  IconSettings,
  IconTerminal2,
  IconUsers,
  IconUsersGroup,
  IconWebhook,
} from '@tabler/icons-react';
import type { LAYOUT_TEXTS } from './texts.js';

type TextName = keyof typeof LAYOUT_TEXTS.en;

export interface PageLink {
  readonly to: string;
  readonly text: TextName;
  readonly icon: Icon;
  /** Without this permission the page is not offered. */
  readonly needs?: OperationName;
  /** Shows data of one account. */
  readonly isOfAccount: boolean;
}

export interface PageGroup {
  readonly text?: TextName;
  readonly pages: readonly PageLink[];
}

const ofAccount = (to: string, text: TextName, icon: Icon, needs: OperationName): PageLink => ({
  to,
  text,
  icon,
  needs,
  isOfAccount: true,
});

const ofService = (to: string, text: TextName, icon: Icon, needs?: OperationName): PageLink => ({
  to,
  text,
  icon,
  ...(needs !== undefined && { needs }),
  isOfAccount: false,
});

/** The pages of the navigation and of the command palette. */
export const PAGE_GROUPS: readonly PageGroup[] = [
  {
    pages: [
      ofAccount('/', 'home', IconHome, 'account.balance'),
      ofAccount('/transactions', 'transactions', IconList, 'transactions.list'),
      ofAccount('/transfers', 'transfers', IconArrowsExchange, 'transfers.list'),
      ofAccount('/payments', 'payments', IconCash, 'payments.list'),
      ofAccount('/subscriptions', 'subscriptions', IconRefresh, 'subscriptions.list'),
      ofAccount('/statements', 'statements', IconReceipt, 'account.statement'),
    ],
  },
  {
    text: 'developers',
    pages: [
      ofService('/developers/api-keys', 'apiKeys', IconKey, 'api_keys.list'),
      ofAccount('/developers/webhooks', 'webhooks', IconWebhook, 'webhook_endpoints.list'),
      ofAccount('/developers/events', 'events', IconCode, 'events.list'),
      ofService('/developers/requests', 'inspector', IconTerminal2),
    ],
  },
  {
    text: 'account',
    pages: [
      ofAccount('/team', 'team', IconUsersGroup, 'users.list'),
      // Without an account, the user's own profile.
      ofService('/settings', 'settings', IconSettings),
      ofAccount('/branding', 'branding', IconPalette, 'account.get'),
      ofService('/sessions', 'sessions', IconDeviceDesktop),
    ],
  },
  {
    text: 'admin',
    pages: [
      ofService('/admin/accounts', 'accounts', IconBuildingBank, 'accounts.list'),
      ofService('/admin/users', 'users', IconUsers, 'audit.list'),
      ofService('/admin/transactions', 'allTransactions', IconList, 'accounts.list'),
      ofService('/admin/audit', 'audit', IconFileText, 'audit.list'),
      ofService('/admin/health', 'health', IconActivityHeartbeat, 'accounts.list'),
    ],
  },
];
