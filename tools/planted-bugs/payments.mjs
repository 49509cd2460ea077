// Mistakes with payment requests, subscriptions and the processor.

export const PAYMENTS = [
  {
    name: 'processor-inside-the-sql-transaction',
    why: 'The card is charged while rows are locked, for as long as the processor takes.',
    file: 'libs/payments/src/payment-request/pay-payment-request.ts',
    find: 'const outcome = await this.charge({ key, money: money(amount, currency), card });',
    replace:
      'const outcome = await this.unitOfWork.run(() => this.charge({ key, money: money(amount, currency), card }));',
    caughtBy: { tier: 'unit', specs: 'paying', isSimulated: true },
  },
  {
    name: 'timeout-taken-for-no',
    why: 'A call that timed out after it had charged the card counts as a card that was not charged.',
    file: 'libs/payments/src/payment-request/pay-payment-request.ts',
    find: '.catch(() => this.processor.resolve(order.key));',
    replace: ".catch((): ChargeOutcome => ({ kind: 'failed' }));",
    caughtBy: { tier: 'unit', specs: 'paying', isSimulated: true },
  },
  {
    name: 'retry-without-idempotency',
    why: 'Each attempt to charge has a new key, so a repeated one charges again.',
    file: 'libs/payments/src/payment-request/attempt.ts',
    find: '`${paymentRequestId}.${number}` as ChargeKey;',
    replace: '`${paymentRequestId}.${number}.${Math.random()}` as ChargeKey;',
    caughtBy: { tier: 'unit', specs: 'paying', isSimulated: true },
  },
  {
    name: 'two-tabs-pay-twice',
    why: 'The request is read before it is locked, and what was read is what is decided on.',
    file: 'libs/payments/src/payment-request/pay-payment-request.ts',
    find: 'const request = await stores.requests.lock(known.id, known.accountId);',
    replace:
      'const request: PaymentRequest | undefined = known;\n    await stores.requests.lock(known.id, known.accountId);',
    caughtBy: { tier: 'unit', specs: 'paying', isSimulated: true },
  },
  {
    name: 'concluded-twice',
    why: 'Whoever charged and whoever resolved both write down the outcome.',
    file: 'libs/payments/src/payment-request/conclude-attempt.ts',
    find: "    if (attempt.status !== 'started') return attempt;\n    const credited",
    replace: '    const credited',
    caughtBy: { tier: 'unit', specs: 'paying', isSimulated: true },
  },
  {
    name: 'money-kept-for-a-closed-account',
    why: 'The money taken has no place to go, and nobody gives it back.',
    file: 'libs/payments/src/payment-request/outcome.ts',
    find: "if (credited === undefined) return { request, attempt: stepped(attempt, 'reverse', now), events: [] };",
    replace:
      "if (credited === undefined) return { request: released(request, now), attempt: stepped(attempt, 'fail', now), events: [] };",
    caughtBy: { tier: 'unit', specs: 'libs/payments/src/payment-request', isSimulated: true },
  },
  {
    name: 'expired-while-charging',
    why: 'A request expires while its customer pays it.',
    file: 'libs/payments/src/payment-request/payment-request.ts',
    find: "request.status === 'pending' && !request.charging && hasExpired(request, now);",
    replace: "request.status === 'pending' && hasExpired(request, now);",
    caughtBy: { tier: 'unit', specs: 'libs/payments/src/payment-request' },
  },
  {
    name: 'event-lost-on-crash',
    why: 'The event is written after the change instead of with it, and lost with the process.',
    file: 'libs/payments/src/payment-request/cancel-payment-request.ts',
    find: '      await events.append(told, thing.updatedAt);\n',
    replace: '      queueMicrotask(() => setTimeout(() => void events.append(told, thing.updatedAt)));\n',
    caughtBy: { tier: 'unit', specs: 'paying', isSimulated: true },
  },
  {
    name: 'billed-twice',
    why: 'A subscription is billed whenever somebody looks, due or not.',
    file: 'libs/payments/src/subscription/subscription.ts',
    find: 'if (!isBilled || now < dueAt(subscription)) return undefined;',
    replace: 'if (!isBilled) return undefined;',
    caughtBy: { tier: 'unit', specs: 'libs/payments/src/(subscription|testing)', isSimulated: true },
  },
  {
    name: 'paid-by-the-latest-request-only',
    why: 'A period with several requests is only paid by its latest; whoever pays another is asked again.',
    file: 'libs/payments/src/subscription/subscription.ts',
    find: 'const isCurrent = period === subscription.period.number;',
    replace:
      'const isCurrent = paymentId === subscription.latestPaymentId && period === subscription.period.number;',
    caughtBy: { tier: 'unit', specs: 'libs/payments/src/(subscription|testing)' },
  },
  {
    name: 'open-after-the-end',
    why: 'A subscription that stops while a card is being charged leaves a request that can still be paid.',
    file: 'libs/payments/src/subscription/record-outcome.ts',
    find: "if (status === 'pending' && !isAsking(subscription))",
    replace: "if (status !== 'pending' && !isAsking(subscription) && status !== 'succeeded')",
    caughtBy: { tier: 'unit', specs: 'libs/payments/src/(subscription|testing)', isSimulated: true },
  },
  {
    name: 'closed-with-requests-left',
    why: 'Closing an account forgets the requests that its customers could still pay.',
    file: 'libs/infrastructure/src/accounts/account-dependents.ts',
    find: 'await cancelPendingRequests(payments, id, closedAt);',
    replace: 'void cancelPendingRequests;',
    caughtBy: { isSimulated: true },
  },
];
