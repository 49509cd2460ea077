import { type Clock, type WebhookEndpointId } from '@florin/kernel';
import {
  afterFailure,
  afterSuccess,
  type EndpointDecision,
  signingSecrets,
  type WebhookEndpointEvent,
} from '../endpoint/webhook-endpoint.js';
import type { WebhooksStores, WebhooksUnitOfWork } from '../stores.js';
import { type ClaimedDelivery, type DeliveryQueue, MAX_IN_FLIGHT } from './delivery-queue.js';
import { type DeliveryAttempt, isGone, isSuccess, recordAttempt } from './webhook-delivery.js';
import type { SendResult, WebhookSender } from './webhook-sender.js';

/** Of one worker, to all endpoints. */
const MAX_SENDING = 100 * MAX_IN_FLIGHT;

type Sent = ClaimedDelivery & SendResult;

export interface DeliveryTiming {
  /** Waits until the queue is read again while attempts are in flight. */
  readonly pause: () => Promise<void>;
  /** Waits after an attempt has ended for others that end at nearly the same time, so that they are recorded together. */
  readonly gather: () => Promise<void>;
  /** A random number from 0 to 1. */
  readonly jitter: () => number;
}

/**
 * At least once: an attempt that was not recorded, because a process or the database died, is repeated when its claim
 * ends. Safe to run in several workers.
 */
export class DeliverWebhooks {
  /** Outlives a run, so that a receiver that does not answer delays no run. */
  private readonly inFlight = new Set<Promise<void>>();
  private readonly sent: Sent[] = [];
  private onAttemptEnded: () => void = () => undefined;
  private onAllEnded: () => void = () => undefined;
  /** Of the sender, which should not throw. */
  private readonly defects: unknown[] = [];

  constructor(
    private readonly queue: DeliveryQueue,
    private readonly sender: WebhookSender,
    private readonly unitOfWork: WebhooksUnitOfWork,
    private readonly clock: Clock,
    private readonly timing: DeliveryTiming,
    private readonly onAttempt: (attempt: DeliveryAttempt) => void = () => undefined,
  ) {}

  /**
   * Runs until nothing is due or in flight, or until it should stop; the next run, or `finish`, then records what is
   * in flight. Returns the number of recorded attempts.
   */
  async execute(shouldStop: () => boolean = () => false): Promise<number> {
    let attempts = 0;
    for (;;) {
      const sent = this.sent.splice(0);
      if (shouldStop()) {
        await this.record(sent);
        return attempts + sent.length;
      }
      await this.recordAndSend(sent);
      attempts += sent.length;
      if (this.defects.length > 0) throw this.defects.splice(0)[0];
      if (this.inFlight.size === 0 && this.sent.length === 0) return attempts;
      if (this.sent.length === 0) await this.waitForAttempts();
    }
  }

  /** Two promises for all: a race of those in flight would keep its handlers until the slowest of them ends. */
  private async waitForAttempts(): Promise<void> {
    const firstEnded = new Promise<void>((resolve) => (this.onAttemptEnded = resolve));
    const allEnded = new Promise<void>((resolve) => (this.onAllEnded = resolve));
    await Promise.race([firstEnded, this.timing.pause()]);
    if (this.sent.length > 0 && this.inFlight.size > 0) await Promise.race([allEnded, this.timing.gather()]);
  }

  /** Sends nothing more, and records what is in flight. */
  async finish(): Promise<void> {
    while (this.inFlight.size > 0 || this.sent.length > 0) {
      if (this.sent.length === 0) await this.waitForAttempts();
      await this.record(this.sent.splice(0));
    }
  }

  /** Both at once, so that an endpoint waits for one SQL transaction between two attempts, not for two. */
  private async recordAndSend(sent: readonly Sent[]): Promise<void> {
    const recording = this.record(sent);
    // 410 disables the endpoint, which is then not claimed.
    if (sent.some(({ attempt }) => isGone(attempt))) await recording;
    const outcomes = await Promise.allSettled([recording, this.sendDue(sent)]);
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
  }

  private async sendDue(ended: readonly Sent[]): Promise<void> {
    const free = MAX_SENDING - this.inFlight.size;
    if (free === 0) return;
    const endedIds = ended.map(({ delivery }) => delivery.id);
    for (const item of await this.queue.claim(free, this.clock.now(), endedIds)) {
      const sending: Promise<void> = this.send(item)
        .then((result) => void this.sent.push({ ...item, ...result }))
        .catch((error: unknown) => void this.defects.push(error))
        .finally(() => {
          this.inFlight.delete(sending);
          this.onAttemptEnded();
          if (this.inFlight.size === 0) this.onAllEnded();
        });
      this.inFlight.add(sending);
    }
  }

  private send({ delivery, endpoint, body }: ClaimedDelivery): Promise<SendResult> {
    const secrets = signingSecrets(endpoint, this.clock.now());
    return this.sender.send({ url: endpoint.url, eventId: delivery.eventId, body, secrets });
  }

  private async record(sent: readonly Sent[]): Promise<void> {
    if (sent.length === 0) return;
    const now = this.clock.now();
    const attempted = sent.map(({ attempt, retryAfterMs, ...claimed }) => ({
      claimed,
      recorded: recordAttempt(claimed.delivery, attempt, { jitter: this.timing.jitter(), retryAfterMs }, now),
    }));
    try {
      await this.unitOfWork.run(async (stores) => {
        const events = await this.updateEndpoints(stores, sent, now);
        await stores.deliveries.saveAttempted(attempted);
        await stores.events.append(events, now);
      });
    } catch (error) {
      // The next run records them, unless they are due again by then.
      this.sent.unshift(...sent.filter(({ claimedUntil }) => claimedUntil > now));
      throw error;
    }
    for (const { attempt } of sent) this.onAttempt(attempt);
  }

  /** Most attempts succeed and change no endpoint. Nor do those that went to a previous URL of it. */
  private async updateEndpoints(
    { endpoints, audit }: WebhooksStores,
    sent: readonly Sent[],
    now: Date,
  ): Promise<readonly WebhookEndpointEvent[]> {
    const failed = sent.filter(({ attempt }) => !isSuccess(attempt));
    const succeeded = sent.filter(({ attempt }) => isSuccess(attempt));
    const events: WebhookEndpointEvent[] = [];
    for (const endpoint of await endpoints.lockAttempted(endpointsOf(failed), endpointsOf(succeeded))) {
      const attempts = sent
        .filter((one) => one.endpoint.id === endpoint.id && one.endpoint.url === endpoint.url)
        .map(({ attempt }) => attempt);
      if (attempts.length === 0) continue;
      const gone = attempts.some(isGone);
      const decision: EndpointDecision =
        attempts.some(isSuccess) && !gone
          ? { state: afterSuccess(endpoint), events: [] }
          : afterFailure(endpoint, gone, now);
      if (decision.state !== endpoint) await endpoints.save(decision.state);
      events.push(...decision.events);
      if (decision.disabled !== undefined && endpoint.accountId === undefined)
        await audit.addDisabled(decision.state, decision.disabled, now);
    }
    return events;
  }
}

const endpointsOf = (sent: readonly Sent[]): WebhookEndpointId[] => [
  ...new Set(sent.map(({ endpoint }) => endpoint.id)),
];
