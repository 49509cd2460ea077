import type { Clock, IdempotentRequest, Outcome, PaymentRequestId } from '@florin/kernel';
import type { PaymentsStores, PaymentsUnitOfWork } from '../stores.js';
import type { PageSecrets } from './page-secrets.js';
import { requireActivePayee } from './payee.js';
import {
  create,
  type NewPaymentRequest,
  type PaymentRequest,
  type PaymentRequestDecision,
} from './payment-request.js';
import { DEFAULT_MAILS_PER_HOUR, nextRequestMailAt, requireMailAllowed } from './request-mail-limits.js';

interface Assigned {
  readonly id: PaymentRequestId;
  readonly now: Date;
}

type CreationDecision = PaymentRequestDecision & {
  /** Undefined: the request is not sent by email. */
  readonly mailDueAt?: Date;
};

export class CreatePaymentRequest {
  constructor(
    private readonly unitOfWork: PaymentsUnitOfWork,
    private readonly secrets: PageSecrets,
    private readonly clock: Clock,
    private readonly mailsPerHour = DEFAULT_MAILS_PER_HOUR,
  ) {}

  execute(
    input: NewPaymentRequest,
    idempotentRequest?: IdempotentRequest<PaymentRequest>,
    actor?: string,
  ): Promise<Outcome<PaymentRequest>> {
    return this.unitOfWork.runIdempotent(
      idempotentRequest,
      (stores) => this.executeWithin(stores, input),
      actor,
    );
  }

  /** The request as `execute` would create it. Nothing is stored. */
  dryRun(input: NewPaymentRequest): Promise<PaymentRequest> {
    return this.unitOfWork.run(async (stores) => (await this.decide(stores, input)).state);
  }

  /** For a subscription, which issues requests in its own unit of work. */
  async executeWithin(
    stores: PaymentsStores,
    input: NewPaymentRequest,
    assigned?: Assigned,
  ): Promise<PaymentRequest> {
    const { state: request, events, mailDueAt } = await this.decide(stores, input, assigned);
    await stores.requests.add(request, this.secrets.digestOf(this.secrets.secretOf(request.id)));
    if (mailDueAt !== undefined) await stores.mails.addRequest(request, mailDueAt, request.createdAt);
    await stores.events.append(events, request.createdAt);
    return request;
  }

  private async decide(
    { payees, balances, mails }: PaymentsStores,
    input: NewPaymentRequest,
    assigned?: Assigned,
  ): Promise<CreationDecision> {
    requireActivePayee(await payees.lockShared(input.accountId), input.currency);
    // The clock is read under the lock of the balance; so is the `now` of a caller that passes it.
    const { id, now } = assigned ?? {
      id: (await balances.lockForInsert(input.accountId)).next('pay'),
      now: this.clock.now(),
    };
    const decision = create(id, input, now);
    if (!decision.state.sendEmail) return decision;
    const mailDueAt = await nextRequestMailAt(mails, input.accountId, this.mailsPerHour, now);
    if (input.subscriptionId === undefined) {
      requireMailAllowed(mailDueAt, this.mailsPerHour, now);
      return { ...decision, mailDueAt };
    }
    // The mail of a bill waits instead: billing must not fail. If its turn comes too late, it is not sent.
    return mailDueAt < decision.state.expiresAt ? { ...decision, mailDueAt } : decision;
  }
}
