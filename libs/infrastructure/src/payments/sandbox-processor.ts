import type { Money } from '@florin/kernel';
import {
  type ChargeKey,
  type ChargeOrder,
  type ChargeOutcome,
  type DeclineReason,
  PaymentProcessor,
} from '@florin/payments';
import type { DataSource } from 'typeorm';
import { translateDatabaseError } from '../postgres/errors.js';
import { SandboxChargeEntity, type SandboxChargeRow } from './sandbox-charge.entity.js';

/** Test cards. Every other card is approved. */
const SANDBOX_CARDS: Readonly<Record<string, ChargeOutcome>> = {
  '4242424242424242': { kind: 'approved' },
  '4000000000000002': { kind: 'declined', reason: 'card_declined' },
  '4000000000009995': { kind: 'declined', reason: 'insufficient_funds' },
  '4000000000000119': { kind: 'failed' },
};

/** For tests: delays and failures before or after a call. */
export interface SandboxHooks {
  readonly beforeCharge?: (order: ChargeOrder) => Promise<void>;
  readonly afterCharge?: (order: ChargeOrder) => Promise<void>;
  readonly beforeReverse?: (key: ChargeKey) => Promise<void>;
}

/** Behaves like a remote processor: it shares only the charge key with the rest of Florin, and no SQL transaction. */
export class SandboxProcessor extends PaymentProcessor {
  constructor(
    private readonly dataSource: DataSource,
    private readonly hooks: SandboxHooks = {},
  ) {
    super();
  }

  async charge(order: ChargeOrder): Promise<ChargeOutcome> {
    await this.hooks.beforeCharge?.(order);
    const { key, money, card } = order;
    const outcome = SANDBOX_CARDS[card.number] ?? { kind: 'approved' };
    const stored = await this.storeOutcome(key, outcome, money);
    const isSame = stored.amount === money.amount && stored.currency === money.currency;
    if (stored.outcome !== 'voided' && !isSame)
      throw new Error('A charge with a different amount exists for this key.');
    await this.hooks.afterCharge?.(order);
    return outcomeOf(stored);
  }

  async resolve(key: ChargeKey): Promise<ChargeOutcome> {
    return outcomeOf(await this.storeOutcome(key, { kind: 'voided' }));
  }

  async reverse(key: ChargeKey): Promise<void> {
    await this.hooks.beforeReverse?.(key);
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

  /** The first outcome of a key wins; of two concurrent inserts, one waits for the other. */
  private async storeOutcome(
    key: ChargeKey,
    outcome: ChargeOutcome,
    money?: Money,
  ): Promise<SandboxChargeRow> {
    const reason = outcome.kind === 'declined' ? outcome.reason : null;
    const { amount = null, currency = null } = money ?? {};
    await translateErrors(
      this.dataSource
        .createQueryBuilder()
        .insert()
        .into(SandboxChargeEntity)
        .values({ key, amount, currency, outcome: outcome.kind, reason, createdAt: () => 'now()' })
        .orIgnore()
        .execute(),
    );
    return translateErrors(this.dataSource.manager.findOneByOrFail(SandboxChargeEntity, { key }));
  }
}

const translateErrors = <Result>(query: Promise<Result>): Promise<Result> =>
  query.catch((error: unknown) => {
    throw translateDatabaseError(error);
  });

function outcomeOf({ outcome, reason }: SandboxChargeRow): ChargeOutcome {
  if (outcome === 'declined') return { kind: 'declined', reason: reason as DeclineReason };
  return { kind: outcome as 'approved' | 'failed' | 'voided' };
}
