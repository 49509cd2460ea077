export interface Entry {
  readonly kind: 'transaction' | 'payment_request';
  readonly key: string;
  readonly body: {
    readonly account_id: string;
    readonly amount: number;
    readonly reference: string;
    readonly type?: string;
  };
  outcome: 'open' | 'acknowledged' | 'refused';
  id: string | undefined;
  end: string | undefined;
  readonly notes: Set<number | undefined>;
}

export function newEntry(kind: Entry['kind'], body: Entry['body']): Entry;

export class Journal {
  readonly entries: Set<Entry>;
  readonly problems: string[];
  readonly givenUp: number;
  create(entry: Entry, call: () => Promise<{ id: string }>): Promise<{ id: string } | undefined>;
}
