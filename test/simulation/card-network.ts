import {
  type ChargeKey,
  type ChargeOrder,
  type ChargeOutcome,
  PaymentProcessor,
  type RefundKey,
  type RefundOrder,
  type RefundOutcome,
} from '@florin/payments';
import type { Process, World } from './process.js';

interface Charge {
  readonly outcome: ChargeOutcome;
  readonly amount: number;
  readonly isReversed: boolean;
  readonly refundsFail: boolean;
}

interface NetworkRefund {
  readonly chargeKey: ChargeKey;
  readonly outcome: RefundOutcome;
  readonly amount: number;
}

/** The simulated card network. It runs outside of the processes: a charge completes although its caller crashes. */
export class CardNetwork {
  readonly charges = new Map<ChargeKey, Charge>();
  readonly refunds = new Map<RefundKey, NetworkRefund>();

  constructor(private readonly world: World) {}

  charge({ key, money, card }: ChargeOrder): ChargeOutcome {
    const known = this.charges.get(key);
    if (known !== undefined) return known.outcome;
    const outcome = outcomeOf(card.number);
    const refundsFail = card.number === CARDS.refundsFail;
    this.charges.set(key, { outcome, amount: money.amount, isReversed: false, refundsFail });
    if (outcome.kind === 'approved') this.requireSingleCharge(key);
    return outcome;
  }

  resolve(key: ChargeKey): ChargeOutcome {
    const voided = { outcome: { kind: 'voided' }, amount: 0, isReversed: false, refundsFail: false } as const;
    const known = this.charges.get(key) ?? voided;
    this.charges.set(key, known);
    return known.outcome;
  }

  reverse(key: ChargeKey): void {
    const charge = this.charges.get(key);
    if (charge?.outcome.kind !== 'approved') throw new Error('No approved charge exists for this key.');
    this.charges.set(key, { ...charge, isReversed: true });
  }

  refund({ key, chargeKey, money: { amount } }: RefundOrder): RefundOutcome {
    const known = this.refunds.get(key);
    if (known !== undefined) return known.outcome;
    const charge = this.charges.get(chargeKey);
    if (charge?.outcome.kind !== 'approved' || charge.isReversed) {
      this.world.report(`${key} refunds ${chargeKey}, which was not charged`);
      throw new Error('No approved charge exists for this refund.');
    }
    const outcome: RefundOutcome = charge.refundsFail
      ? { kind: 'failed', reason: 'refund_declined' }
      : { kind: 'succeeded' };
    this.refunds.set(key, { chargeKey, outcome, amount });
    if (this.refundedAmount(chargeKey) > charge.amount)
      this.world.report(`the customer of ${chargeKey} got more back than was charged`);
    return outcome;
  }

  private refundedAmount(chargeKey: ChargeKey): number {
    return [...this.refunds.values()]
      .filter((refund) => refund.chargeKey === chargeKey && refund.outcome.kind === 'succeeded')
      .reduce((sum, { amount }) => sum + amount, 0);
  }

  /** The amounts of the approved charges of a request that are not reversed. */
  chargedAmounts(requestId: string): readonly number[] {
    return [...this.charges]
      .filter(([key, { outcome, isReversed }]) => {
        return key.startsWith(`${requestId}.`) && outcome.kind === 'approved' && !isReversed;
      })
      .map(([, { amount }]) => amount);
  }

  private requireSingleCharge(key: ChargeKey): void {
    const requestId = key.slice(0, key.lastIndexOf('.'));
    const charged = this.chargedAmounts(requestId);
    if (charged.length > 1)
      this.world.report(`the customer of ${requestId} was charged ${charged.length} times`);
  }
}

export const CARDS = {
  approved: '4242424242424242',
  declined: '4000000000000002',
  failed: '4000000000000119',
  refundsFail: '4000000000005126',
} as const;

function outcomeOf(number: string): ChargeOutcome {
  if (number === CARDS.declined) return { kind: 'declined', reason: 'card_declined' };
  return { kind: number === CARDS.failed ? 'failed' : 'approved' };
}

/** Long, so that other processes run during a call. */
const MAX_CALL_MS = 400;

/** The connection of one process to the card network. It loses requests and responses. */
export class ProcessorConnection extends PaymentProcessor {
  constructor(
    private readonly process: Process,
    private readonly cardNetwork: CardNetwork,
  ) {
    super();
  }

  async charge(order: ChargeOrder): Promise<ChargeOutcome> {
    await this.sendRequest('the processor is unreachable');
    const outcome = this.cardNetwork.charge(order);
    await this.receiveResponse('the processor times out after charging');
    return outcome;
  }

  async resolve(key: ChargeKey): Promise<ChargeOutcome> {
    await this.sendRequest('the processor cannot resolve the charge');
    const outcome = this.cardNetwork.resolve(key);
    await this.process.yieldControl();
    return outcome;
  }

  async reverse(key: ChargeKey): Promise<void> {
    await this.sendRequest('the processor is unreachable');
    this.cardNetwork.reverse(key);
    await this.receiveResponse('the reversal times out');
  }

  async refund(order: RefundOrder): Promise<RefundOutcome> {
    await this.sendRequest('the processor is unreachable');
    const outcome = this.cardNetwork.refund(order);
    await this.receiveResponse('the refund times out');
    return outcome;
  }

  private async sendRequest(
    fault: 'the processor is unreachable' | 'the processor cannot resolve the charge',
  ): Promise<void> {
    if (this.process.hasOpenTransaction) {
      this.process.world.report('the processor was called while a SQL transaction was open');
    }
    await this.process.sleep(this.process.world.random.below(MAX_CALL_MS));
    if (this.process.world.faults.happens(fault)) throw new Error('The processor is unreachable.');
  }

  private async receiveResponse(
    fault: 'the processor times out after charging' | 'the reversal times out' | 'the refund times out',
  ): Promise<void> {
    await this.process.yieldControl();
    if (this.process.world.faults.happens(fault)) throw new Error('The processor timed out.');
  }
}
