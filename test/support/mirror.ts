import type { Event } from '@florin/client';

type EventOf<Subject extends string> = Extract<Event, { type: `${Subject}.${string}` }>;
type Known = Readonly<Record<string, unknown>>;

/** What somebody knows of an account who never asks for anything but its events, and hears them in their order. */
export class Mirror {
  readonly things = new Map<string, Known>();
  readonly balance = { available: 0, held: 0, incoming: 0 };

  hear(event: Event): void {
    const { account_id, subject_id: id } = event;
    const known = this.things.get(id) ?? { id, account_id };
    this.things.set(id, { ...known, ...toldBy(event, known) });
    if (isAbout(event, 'transaction')) this.move(event);
  }

  /** A payment is held until it ends, and returns unless it succeeds; credits and refunds come in when they succeed. */
  private move({ type, data: { type: kind, amount } }: EventOf<'transaction'>): void {
    if (type === 'transaction.updated') return;
    const isNew = type === 'transaction.created';
    const isOut = kind === 'payment';
    this.balance[isOut ? 'held' : 'incoming'] += isNew ? amount : -amount;
    if (isOut && isNew) this.balance.available -= amount;
    if (!isNew && isOut !== (type === 'transaction.succeeded')) this.balance.available += amount;
  }
}

const isAbout = <Subject extends string>(event: Event, subject: Subject): event is EventOf<Subject> =>
  event.type.startsWith(`${subject}.`);

function toldBy(event: Event, known: Known): Known {
  if (isAbout(event, 'account')) return toldOfAccount(event);
  if (isAbout(event, 'transaction')) return toldOfTransaction(event);
  return isAbout(event, 'payment_request') ? toldOfPayment(event) : toldOfSubscription(event, known);
}

function toldOfAccount({ type, data, created_at }: EventOf<'account'>): Known {
  if (type === 'account.opened') return { ...data, status: 'active', created_at, updated_at: created_at };
  if (type === 'account.updated') return { ...data, updated_at: created_at };
  return { status: type === 'account.activated' ? 'active' : type.split('.')[1], updated_at: created_at };
}

function toldOfTransaction({ type, data, created_at }: EventOf<'transaction'>): Known {
  if (type === 'transaction.created')
    return { refund_of: null, failure_reason: null, ...data, created_at, ended_at: null };
  return type === 'transaction.updated' ? { ...data } : { ...data, ended_at: created_at };
}

function toldOfPayment({ type, data, created_at }: EventOf<'payment_request'>): Known {
  if (type === 'payment_request.created') {
    const never = { transaction_id: null, subscription_id: null, canceled_at: null, cancel_reason: null };
    return { ...never, ...data, created_at, updated_at: created_at };
  }
  const isCanceled = type === 'payment_request.canceled';
  const end = isCanceled ? { canceled_at: created_at, cancel_reason: data.reason } : {};
  return { ...data, ...end, updated_at: created_at };
}

function toldOfSubscription({ type, data, created_at }: EventOf<'subscription'>, known: Known): Known {
  const { period, payment_id } = data;
  const asked = {
    current_period: period.number,
    current_period_start: period.start,
    current_period_end: period.end,
    current_period_paid_at: null,
    latest_payment_id: payment_id,
  };
  if (type === 'subscription.created')
    return { ...data, ...asked, canceled_at: null, created_at, updated_at: created_at };
  const isPaid = type === 'subscription.paid' && period.number === known.current_period;
  return {
    ...data,
    ...(type !== 'subscription.paid' && payment_id !== undefined && asked),
    ...(isPaid && { current_period_paid_at: created_at }),
    ...(type === 'subscription.canceled' && { canceled_at: created_at }),
    updated_at: created_at,
  };
}
