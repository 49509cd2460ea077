import type { AccountId, Clock, IdempotentRequest, Outcome, PaymentRequestId } from '@florin/kernel';
import { refusal } from '../errors.js';
import type { PaymentsUnitOfWork } from '../stores.js';
import { requestNotFound } from './get-payment-request.js';
import { requireActivePayee } from './payee.js';
import { hasExpired, type PaymentRequest } from './payment-request.js';
import type { PaymentRequestReader } from './payment-request.reader.js';
import {
  DEFAULT_MAILS_PER_HOUR,
  nextRequestMailAt,
  requireMailAllowed,
  requireNotJustSent,
} from './request-mail-limits.js';

/** Sends a pending request to its customer by email, also one that was sent before. */
export class SendPaymentRequest {
  constructor(
    private readonly reader: PaymentRequestReader,
    private readonly unitOfWork: PaymentsUnitOfWork,
    private readonly clock: Clock,
    private readonly mailsPerHour = DEFAULT_MAILS_PER_HOUR,
  ) {}

  async execute(
    id: PaymentRequestId | undefined,
    accountId: AccountId | undefined,
    idempotentRequest?: IdempotentRequest<PaymentRequest>,
    actor?: string,
  ): Promise<Outcome<PaymentRequest>> {
    const existing = id === undefined ? undefined : await this.reader.find(id, accountId);
    if (existing === undefined) throw requestNotFound();
    return this.unitOfWork.runIdempotent(
      idempotentRequest,
      async ({ payees, balances, requests, mails }) => {
        const payee = await payees.lockShared(existing.accountId);
        await balances.lock(existing.accountId);
        const request = await requests.lock(existing.id, existing.accountId);
        if (request === undefined) throw requestNotFound();
        const now = this.clock.now();
        requirePayable(request, now);
        requireActivePayee(payee, request.currency);
        await requireNotJustSent(mails, request, now);
        const nextAt = await nextRequestMailAt(mails, request.accountId, this.mailsPerHour, now);
        requireMailAllowed(nextAt, this.mailsPerHour, now);
        await mails.addRequest(request, now, now);
        return request;
      },
      actor,
    );
  }
}

function requirePayable(request: PaymentRequest, now: Date): void {
  if (request.status !== 'pending')
    throw refusal('conflict', `The payment request is ${request.status}. Only a pending one can be sent.`);
  if (hasExpired(request, now))
    throw refusal('conflict', 'The payment request has expired. Create a new one.');
}
