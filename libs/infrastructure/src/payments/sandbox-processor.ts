import {
  type Card,
  type ChargeKey,
  type ChargeOrder,
  type ChargeOutcome,
  type DeclineReason,
  PaymentProcessor,
} from '@florin/payments';
import type { DataSource } from 'typeorm';
import { translateDatabaseError } from '../postgres/errors.js';

/** Cards with a fate of their own. Every other card approves. */
const SANDBOX_CARDS: Readonly<Record<string, ChargeOutcome>> = {
  '4242424242424242': { kind: 'approved' },
  '4000000000000002': { kind: 'declined', reason: 'card_declined' },
  '4000000000009995': { kind: 'declined', reason: 'insufficient_funds' },
  '4000000000000119': { kind: 'failed' },
};

interface SandboxRow {
  amount: string | null;
  currency: string | null;
  outcome: string;
  reason: string | null;
}

/** What tests may do to the sandbox: hold it up, or break the line to it before or after it has done its work. */
export interface SandboxMoments {
  readonly beforeCharge?: (order: ChargeOrder) => Promise<void>;
  readonly afterCharge?: (order: ChargeOrder) => Promise<void>;
  readonly beforeReverse?: (key: ChargeKey) => Promise<void>;
}

/**
 * A processor to try things out with. It behaves like one that is far away: it has a table of its own, writes it in
 * SQL transactions of its own, and knows nothing of ours but the key of a charge. It never keeps a card.
 */
export class SandboxProcessor extends PaymentProcessor {
  constructor(
    private readonly dataSource: DataSource,
    private readonly moments: SandboxMoments = {},
  ) {
    super();
  }

  async charge(order: ChargeOrder): Promise<ChargeOutcome> {
    await this.moments.beforeCharge?.(order);
    const { key, money, card } = order;
    const outcome = fateOf(card);
    const kept = await this.keep(key, outcome, money.amount, money.currency);
    const isVoid = kept.outcome === 'voided';
    if (!isVoid && (Number(kept.amount) !== money.amount || kept.currency !== money.currency)) {
      throw new Error('A charge of another amount was made under this key.');
    }
    await this.moments.afterCharge?.(order);
    return outcomeOf(kept);
  }

  async resolve(key: ChargeKey): Promise<ChargeOutcome> {
    return outcomeOf(await this.keep(key, { kind: 'voided' }, null, null));
  }

  async reverse(key: ChargeKey): Promise<void> {
    await this.moments.beforeReverse?.(key);
    const [row] = await this.query<{ reversed_at: Date }>(REVERSE, [key]);
    if (row === undefined) throw new Error('Nothing was taken under this key.');
  }

  /** What was kept first stays, whoever asks later. The conflict makes one of two at the same moment wait. */
  private async keep(
    key: ChargeKey,
    outcome: ChargeOutcome,
    amount: number | null,
    currency: string | null,
  ): Promise<SandboxRow> {
    const reason = outcome.kind === 'declined' ? outcome.reason : null;
    await this.query(KEEP, [key, amount, currency, outcome.kind, reason]);
    const [row] = await this.query<SandboxRow>(FIND, [key]);
    if (row === undefined) throw new Error('The sandbox has lost a charge.');
    return row;
  }

  private async query<Row>(sql: string, values: readonly unknown[]): Promise<Row[]> {
    try {
      return await this.dataSource.query<Row[]>(sql, [...values]);
    } catch (error) {
      throw translateDatabaseError(error);
    }
  }
}

const fateOf = ({ number }: Card): ChargeOutcome => SANDBOX_CARDS[number] ?? { kind: 'approved' };

function outcomeOf({ outcome, reason }: SandboxRow): ChargeOutcome {
  if (outcome === 'declined') return { kind: 'declined', reason: reason as DeclineReason };
  return { kind: outcome as 'approved' | 'failed' | 'voided' };
}

const KEEP = `
  INSERT INTO sandbox_charges (key, amount, currency, outcome, reason, created_at)
  VALUES ($1, $2, $3, $4, $5, now())
  ON CONFLICT (key) DO NOTHING`;

const FIND = `SELECT amount, currency, outcome, reason FROM sandbox_charges WHERE key = $1`;

// TypeORM answers an UPDATE with its rows and their number, anything else with the rows alone.
const REVERSE = `
  WITH reversed AS (
    UPDATE sandbox_charges SET reversed_at = coalesce(reversed_at, now())
    WHERE key = $1 AND outcome = 'approved'
    RETURNING reversed_at)
  SELECT reversed_at FROM reversed`;
