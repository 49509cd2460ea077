import type * as accounts from '@florin/accounts';
import type * as identity from '@florin/identity';
import type { Table } from '@florin/kernel';
import type * as ledger from '@florin/ledger';
import type * as payments from '@florin/payments';

export interface Libraries {
  readonly accounts: Pick<typeof accounts, 'ACCOUNT_LIFE'>;
  readonly identity: Pick<
    typeof identity,
    'USER_LIFE' | 'SESSION_LIFE' | 'API_KEY_LIFE' | 'PERMISSIONS' | 'ROLES'
  >;
  readonly ledger: Pick<typeof ledger, 'TRANSACTION_LIFE' | 'BOOK_LIFE'>;
  readonly payments: Pick<typeof payments, 'PAYMENT_REQUEST_LIFE' | 'ATTEMPT_LIFE' | 'SUBSCRIPTION_LIFE'>;
}

export type Sections = Readonly<Record<string, string>>;

export function livesOf(libraries: Libraries): Readonly<Record<string, Table<string, string>>>;
export function sectionsOf(libraries: Libraries): Sections;
export function stateDiagram(life: Table<string, string>): string;
export function permissionTable(
  permissions: Libraries['identity']['PERMISSIONS'],
  roles: Libraries['identity']['ROLES'],
): string;
export function fill(page: string, sections: Sections): string;
export function namesIn(page: string): string[];
