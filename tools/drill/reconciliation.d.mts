import type { Entry } from './journal.mjs';

export interface Row {
  readonly kind: 'transaction' | 'payment_request';
  readonly accountId: string;
  readonly id: string;
  readonly reference: string | null;
  readonly amount: number;
  readonly type: string | undefined;
  readonly status: string;
  readonly transferId?: string | undefined;
  readonly note: number | undefined;
}

export interface Balance {
  readonly accountId: string;
  readonly available: number;
  readonly held: number;
  readonly incoming: number;
}

export function reconcile(
  entries: readonly Entry[],
  accounts: readonly { readonly id: string; readonly funds: number }[],
  rows: readonly Row[],
  balances: readonly Balance[],
): { lost: string[]; twice: string[]; wrong: string[] };
