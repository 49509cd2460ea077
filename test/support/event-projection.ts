import type { Event } from '@florin/client';

type EventOf<Subject extends string> = Extract<Event, { type: `${Subject}.${string}` }>;
type ProjectedFields = Readonly<Record<string, unknown>>;

/** The resources and the balance of an account, built only from its events. */
export class EventProjection {
  readonly resources = new Map<string, ProjectedFields>();
  readonly balance = { available: 0, held: 0, incoming: 0 };

  apply(event: Event): void {
    const { account_id, subject_id: id } = event;
    const known = this.resources.get(id) ?? { id, account_id };
    this.resources.set(id, { ...known, ...project(event, known) });
    if (isAbout(event, 'transaction')) this.move(event);
    if (isAbout(event, 'refund')) this.refund(event);
  }

  private refund({ type, data: { payment_id, amount }, created_at }: EventOf<'refund'>): void {
    const payment = this.resources.get(payment_id);
    if (type !== 'refund.succeeded' || payment === undefined) return;
    const refunded_amount = Number(payment['refunded_amount']) + amount;
    this.resources.set(payment_id, { ...payment, refunded_amount, updated_at: created_at });
  }

  /** A payment is held until it ends, and released unless it succeeds. Credits and refunds are available on success. */
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

function project(event: Event, known: ProjectedFields): ProjectedFields {
  if (isAbout(event, 'account')) return projectAccount(event);
  if (isAbout(event, 'transaction')) return projectTransaction(event);
  if (isAbout(event, 'transfer')) return projectTransfer(event);
  if (isAbout(event, 'payment_request')) return projectPaymentRequest(event);
  if (isAbout(event, 'refund')) return projectRefund(event);
  return isAbout(event, 'subscription') ? projectSubscription(event, known) : { status: 'disabled' };
}

function projectAccount({ type, data, created_at }: EventOf<'account'>): ProjectedFields {
  if (type === 'account.opened')
    return { ...data, ...projectSettings(data), status: 'active', created_at, updated_at: created_at };
  if (type === 'account.updated') return { ...data, ...projectSettings(data), updated_at: created_at };
  return { status: type === 'account.activated' ? 'active' : type.split('.')[1], updated_at: created_at };
}

/** Without the address of the logo, which begins with the address of the service. */
function projectSettings({ settings }: EventOf<'account'>['data']): ProjectedFields {
  const { logo: _, ...branding } = { ...NO_BRANDING, ...settings?.branding };
  return { settings: { ...settings, branding } };
}

const NO_BRANDING = { color: null, logo: null, support_email: null, website: null };

function projectTransaction({ type, data, created_at }: EventOf<'transaction'>): ProjectedFields {
  if (type === 'transaction.created') {
    const unset = { refund_of: null, transfer_id: null, refund_id: null, failure_reason: null };
    return { ...unset, ...data, created_at, ended_at: null };
  }
  return type === 'transaction.updated' ? { ...data } : { ...data, ended_at: created_at };
}

/** Without the metadata, which is in the event of the source's transaction. */
function projectTransfer({ type, data, created_at }: EventOf<'transfer'>): ProjectedFields {
  return type === 'transfer.created'
    ? { ...data, created_at, ended_at: null }
    : { ...data, ended_at: created_at };
}

function projectRefund({ type, data, created_at }: EventOf<'refund'>): ProjectedFields {
  const fields = { ...data, updated_at: created_at };
  return type === 'refund.created' ? { failure_reason: null, ...fields, created_at } : fields;
}

function projectPaymentRequest({ type, data, created_at }: EventOf<'payment_request'>): ProjectedFields {
  if (type === 'payment_request.created') {
    const unset = {
      transaction_id: null,
      refunded_amount: 0,
      subscription_id: null,
      canceled_at: null,
      cancel_reason: null,
    };
    const unpaid = { paid_at: null, payment_method: null, last_decline_reason: null };
    const plain = {
      description: null,
      line_items: [],
      success_url: null,
      cancel_url: null,
      send_email: false,
    };
    return { ...unset, ...unpaid, ...plain, ...data, created_at, updated_at: created_at };
  }
  const changes: Partial<Record<typeof type, ProjectedFields>> = {
    'payment_request.declined': { last_decline_reason: data.reason },
    'payment_request.succeeded': { paid_at: created_at, payment_method: { type: 'card', ...data.card } },
    'payment_request.canceled': { canceled_at: created_at, cancel_reason: data.reason },
  };
  return { ...data, ...changes[type], updated_at: created_at };
}

function projectSubscription(
  { type, data, created_at }: EventOf<'subscription'>,
  known: ProjectedFields,
): ProjectedFields {
  const { period, payment_id } = data;
  const currentPeriod = {
    current_period: period.number,
    current_period_start: period.start,
    current_period_end: period.end,
    current_period_paid_at: null,
    latest_payment_id: payment_id,
  };
  if (type === 'subscription.created')
    return { ...data, ...currentPeriod, canceled_at: null, created_at, updated_at: created_at };
  const isPaid = type === 'subscription.paid' && period.number === known.current_period;
  return {
    ...data,
    ...(type !== 'subscription.paid' && payment_id !== undefined && currentPeriod),
    ...(isPaid && { current_period_paid_at: created_at }),
    ...(type === 'subscription.canceled' && { canceled_at: created_at }),
    updated_at: created_at,
  };
}
