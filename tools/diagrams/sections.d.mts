import type * as accounts from '@florin/accounts';
import type * as identity from '@florin/identity';
import type { StateMachine } from '@florin/kernel';
import type * as ledger from '@florin/ledger';
import type * as payments from '@florin/payments';
import type * as webhooks from '@florin/webhooks';

export interface Libraries {
  readonly accounts: Pick<typeof accounts, 'ACCOUNT_STATE_MACHINE'>;
  readonly identity: Pick<
    typeof identity,
    'USER_STATE_MACHINE' | 'SESSION_STATE_MACHINE' | 'API_KEY_STATE_MACHINE' | 'PERMISSIONS' | 'ROLES'
  >;
  readonly ledger: Pick<typeof ledger, 'TRANSACTION_STATE_MACHINE' | 'BALANCE_STATE_MACHINE'>;
  readonly payments: Pick<
    typeof payments,
    'PAYMENT_REQUEST_STATE_MACHINE' | 'ATTEMPT_STATE_MACHINE' | 'SUBSCRIPTION_STATE_MACHINE'
  >;
  readonly webhooks: Pick<typeof webhooks, 'ENDPOINT_STATE_MACHINE' | 'DELIVERY_STATE_MACHINE'>;
}

export type Sections = Readonly<Record<string, string>>;

export function stateMachinesOf(libraries: Libraries): Readonly<Record<string, StateMachine<string, string>>>;
export function sectionsOf(libraries: Libraries): Sections;
export function stateDiagram(stateMachine: StateMachine<string, string>): string;
export function permissionTable(
  permissions: Libraries['identity']['PERMISSIONS'],
  roles: Libraries['identity']['ROLES'],
): string;
export function fillSections(page: string, sections: Sections): string;
export function namesIn(page: string): string[];
