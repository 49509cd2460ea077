export interface Body {
  readonly account_id?: string;
  readonly from_account_id?: string;
  readonly to_account_id?: string;
  readonly amount?: number;
  readonly reference: string;
  readonly type?: string;
  readonly settle?: boolean;
}

export interface Entry {
  readonly kind: 'transaction' | 'payment_request' | 'transfer' | 'batch';
  readonly key: string | undefined;
  readonly body: Body;
  outcome: 'open' | 'acknowledged' | 'refused';
  id: string | undefined;
  end: string | undefined;
  readonly notes: Set<number | undefined>;
  readonly elements?: readonly Entry[];
}

interface BatchResult {
  readonly status: number;
  readonly transaction?: { readonly id: string };
  readonly error?: string;
}
export type Created = { readonly id: string } | { readonly results: readonly BatchResult[] };

export function newEntry(kind: Entry['kind'], body: Body): Entry;
export function newBatch(bodies: readonly Body[], atomic: boolean): Entry;

export class Journal {
  readonly entries: Set<Entry>;
  readonly problems: string[];
  readonly givenUp: number;
  readonly writes: readonly Entry[];
  create(entry: Entry, call: () => Promise<Created>): Promise<Created | undefined>;
}
