import type { Money } from '@florin/kernel';
import {
  type ChargeKey,
  type ChargeOrder,
  type ChargeOutcome,
  type DeclineReason,
  PaymentProcessor,
  type RefundFailureReason,
  type RefundOrder,
  type RefundOutcome,
} from '@florin/payments';
import type { DataSource } from 'typeorm';
import { translateDatabaseError } from '../postgres/errors.js';
import { SandboxRefundEntity, type SandboxRefundRow } from './sandbox-refund.entity.js';
import { SandboxChargeEntity, type SandboxChargeRow } from './sandbox-charge.entity.js';

/** Test cards. Every other card is approved. */
const SANDBOX_CARDS: Readonly<Record<string, ChargeOutcome>> = {
  '4242424242424242': { kind: 'approved' },
  '4000000000000002': { kind: 'declined', reason: 'card_declined' },
  '4000000000009995': { kind: 'declined', reason: 'insufficient_funds' },
  '4000000000000119': { kind: 'failed' },
};

/** Approved, but its refunds fail. */
const REFUNDS_FAIL_CARD = '4000000000005126';

/** Behaves like a remote processor: it shares only the charge key with the rest of Florin, and no SQL transaction. */
export class SandboxProcessor extends PaymentProcessor {
  constructor(private readonly dataSource: DataSource) {
    super();
  }

  async charge({ key, money, card }: ChargeOrder): Promise<ChargeOutcome> {
    const outcome = SANDBOX_CARDS[card.number] ?? { kind: 'approved' };
    const stored = await this.storeOutcome(key, outcome, money, card.number === REFUNDS_FAIL_CARD);
    const isSame = stored.amount === money.amount && stored.currency === money.currency;
    if (stored.outcome !== 'voided' && !isSame)
      throw new Error('A charge with a different amount exists for this key.');
    return outcomeOf(stored);
  }

  async resolve(key: ChargeKey): Promise<ChargeOutcome> {
    return outcomeOf(await this.storeOutcome(key, { kind: 'voided' }));
  }

  async reverse(key: ChargeKey): Promise<void> {
    const reversed = await translateErrors(
      this.dataSource
        .createQueryBuilder()
        .update(SandboxChargeEntity)
        .set({ reversedAt: () => 'coalesce(reversed_at, now())' })
        .where({ key, outcome: 'approved' })
        .execute(),
    );
    if (reversed.affected !== 1) throw new Error('No approved charge exists for this key.');
  }

  async refund({ key, chargeKey, money }: RefundOrder): Promise<RefundOutcome> {
    const values = [key, chargeKey, money.amount, money.currency];
    await translateErrors(this.dataSource.query(STORE_REFUND, values));
    const stored = await translateErrors(this.dataSource.manager.findOneBy(SandboxRefundEntity, { key }));
    if (stored === null) throw new Error('No approved charge exists for this refund.');
    const { chargeKey: storedChargeKey, amount, currency } = stored;
    if (storedChargeKey !== chargeKey || amount !== money.amount || currency !== money.currency)
      throw new Error('A different refund exists for this key.');
    return refundOutcomeOf(stored);
  }

  /** The first outcome of a key wins; of two concurrent inserts, one waits for the other. */
  private async storeOutcome(
    key: ChargeKey,
    outcome: ChargeOutcome,
    money?: Money,
    refundsFail = false,
  ): Promise<SandboxChargeRow> {
    const reason = outcome.kind === 'declined' ? outcome.reason : null;
    const { amount = null, currency = null } = money ?? {};
    await translateErrors(
      this.dataSource
        .createQueryBuilder()
        .insert()
        .into(SandboxChargeEntity)
        .values({
          key,
          amount,
          currency,
          outcome: outcome.kind,
          reason,
          createdAt: () => 'now()',
          refundsFail,
        })
        .orIgnore()
        .execute(),
    );
    return translateErrors(this.dataSource.manager.findOneByOrFail(SandboxChargeEntity, { key }));
  }
}

/** The first outcome of a key wins. */
const STORE_REFUND = `
  INSERT INTO sandbox_refunds (key, charge_key, amount, currency, outcome, reason, created_at)
  SELECT $1, key, $3, $4, CASE WHEN refunds_fail THEN 'failed' ELSE 'succeeded' END,
    CASE WHEN refunds_fail THEN 'refund_declined' END, now()
  FROM sandbox_charges WHERE key = $2 AND outcome = 'approved' AND reversed_at IS NULL
  ON CONFLICT (key) DO NOTHING`;

const translateErrors = <Result>(query: Promise<Result>): Promise<Result> =>
  query.catch((error: unknown) => {
    throw translateDatabaseError(error);
  });

function outcomeOf({ outcome, reason }: SandboxChargeRow): ChargeOutcome {
  if (outcome === 'declined') return { kind: 'declined', reason: reason as DeclineReason };
  return { kind: outcome as 'approved' | 'failed' | 'voided' };
}

const refundOutcomeOf = ({ outcome, reason }: SandboxRefundRow): RefundOutcome =>
  outcome === 'succeeded' ? { kind: 'succeeded' } : { kind: 'failed', reason: reason as RefundFailureReason };
