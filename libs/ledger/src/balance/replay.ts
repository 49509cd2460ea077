import type { BalanceAmounts, EventEnvelope } from '@florin/kernel';

export const NOTHING: BalanceAmounts = { available: 0, held: 0, incoming: 0 };

/** The balance after an event, computed from the one before it. Events of transactions move money, all others do not. */
export function balanceAfterEvent(
  before: BalanceAmounts,
  { type, data }: Pick<EventEnvelope, 'type' | 'data'>,
): BalanceAmounts {
  const { available, held, incoming } = before;
  const [subject, change] = type.split('.');
  const amount = data['amount'];
  if (subject !== 'transaction' || change === 'updated' || typeof amount !== 'number') return before;
  const isPayment = data['type'] === 'payment';
  if (change === 'created')
    return isPayment
      ? { available: available - amount, held: held + amount, incoming }
      : { available, held, incoming: incoming + amount };
  const moved = change === 'succeeded' ? !isPayment : isPayment;
  return {
    available: moved ? available + amount : available,
    held: isPayment ? held - amount : held,
    incoming: isPayment ? incoming : incoming - amount,
  };
}
