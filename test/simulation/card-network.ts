import {
  type ChargeKey,
  type ChargeOrder,
  type ChargeOutcome,
  FaultPoints,
  type FaultPoint,
  PaymentProcessor,
} from '@florin/payments';
import type { Process, World } from './process.js';

interface Charge {
  readonly outcome: ChargeOutcome;
  readonly amount: number;
  readonly isReversed: boolean;
}

/** Whoever takes the money. It is no part of any process: it goes on when one of them dies in the middle of a call. */
export class CardNetwork {
  readonly charges = new Map<ChargeKey, Charge>();

  constructor(private readonly world: World) {}

  charge({ key, money, card }: ChargeOrder): ChargeOutcome {
    const known = this.charges.get(key);
    if (known !== undefined) return known.outcome;
    const outcome = outcomeOf(card.number);
    this.charges.set(key, { outcome, amount: money.amount, isReversed: false });
    if (outcome.kind === 'approved') this.requireSingleCharge(key);
    return outcome;
  }

  resolve(key: ChargeKey): ChargeOutcome {
    const known = this.charges.get(key) ?? { outcome: { kind: 'voided' }, amount: 0, isReversed: false };
    this.charges.set(key, known);
    return known.outcome;
  }

  reverse(key: ChargeKey): void {
    const charge = this.charges.get(key);
    if (charge?.outcome.kind !== 'approved') throw new Error('No approved charge exists for this key.');
    this.charges.set(key, { ...charge, isReversed: true });
  }

  /** What the customer of a request is out of pocket, charge by charge. */
  chargedAmounts(requestId: string): readonly number[] {
    return [...this.charges]
      .filter(([key, { outcome, isReversed }]) => {
        return key.startsWith(`${requestId}.`) && outcome.kind === 'approved' && !isReversed;
      })
      .map(([, { amount }]) => amount);
  }

  private requireSingleCharge(key: ChargeKey): void {
    const requestId = key.slice(0, key.lastIndexOf('.'));
    const taken = this.chargedAmounts(requestId);
    if (taken.length > 1) this.world.report(`the customer of ${requestId} was charged ${taken.length} times`);
  }
}

export const CARDS = {
  approved: '4242424242424242',
  declined: '4000000000000002',
  failed: '4000000000000119',
} as const;

function outcomeOf(number: string): ChargeOutcome {
  if (number === CARDS.declined) return { kind: 'declined', reason: 'card_declined' };
  return { kind: number === CARDS.failed ? 'failed' : 'approved' };
}

/** Cards are asked far away, so much can happen meanwhile. */
const SLOWEST_CALL_MS = 400;

/** The line from one process to the processor, on which calls and answers get lost. */
export class ProcessorConnection extends PaymentProcessor {
  constructor(
    private readonly process: Process,
    private readonly cardNetwork: CardNetwork,
  ) {
    super();
  }

  async charge(order: ChargeOrder): Promise<ChargeOutcome> {
    await this.sendRequest('the processor is not reached');
    const outcome = this.cardNetwork.charge(order);
    await this.receiveResponse('the processor times out after charging');
    return outcome;
  }

  async resolve(key: ChargeKey): Promise<ChargeOutcome> {
    await this.sendRequest('the processor cannot say');
    const outcome = this.cardNetwork.resolve(key);
    await this.process.yieldControl();
    return outcome;
  }

  async reverse(key: ChargeKey): Promise<void> {
    await this.sendRequest('the processor is not reached');
    this.cardNetwork.reverse(key);
    await this.receiveResponse('the reversal times out');
  }

  private async sendRequest(
    fault: 'the processor is not reached' | 'the processor cannot say',
  ): Promise<void> {
    if (this.process.hasOpenTransaction) {
      this.process.world.report('the processor was called while a SQL transaction was open');
    }
    await this.process.sleep(this.process.world.random.below(SLOWEST_CALL_MS));
    if (this.process.world.faults.happens(fault)) throw new Error('The processor does not answer.');
  }

  private async receiveResponse(
    fault: 'the processor times out after charging' | 'the reversal times out',
  ): Promise<void> {
    await this.process.yieldControl();
    if (this.process.world.faults.happens(fault)) throw new Error('The processor did not answer in time.');
  }
}

/** Where a payment can be cut off by the end of its process. */
export class CrashingFaultPoints extends FaultPoints {
  constructor(private readonly process: Process) {
    super();
  }

  async reach(point: FaultPoint): Promise<void> {
    await this.process.yieldControl();
    await this.process.crashOnFault(`the process dies ${point}`);
  }
}
