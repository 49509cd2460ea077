import { Clock } from '@florin/kernel';
import { OpenPaymentPage, PayPaymentRequest } from '@florin/payments';
import { BoundedProcessor, CardBudget, SandboxProcessor } from '@florin/infrastructure';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { LOGGER } from '../../ground.module.js';
import { PublicAddress } from '../../http/public-address.js';
import { Settings } from '../../settings.js';
import { paymentPages } from './routes.js';

/** Puts the pages beside the API's routes, in a scope of their own that no guard, pipe or filter of it reaches. */
@Injectable()
export class PaymentPages implements OnModuleInit {
  constructor(
    private readonly server: HttpAdapterHost,
    private readonly open: OpenPaymentPage,
    private readonly pay: PayPaymentRequest,
    private readonly processor: BoundedProcessor,
    private readonly clock: Clock,
    private readonly settings: Settings,
    private readonly budget: CardBudget,
    private readonly address: PublicAddress,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    const instance = this.server.httpAdapter.getInstance<FastifyInstance>();
    const { open, pay, clock, logger, address } = this;
    const pages = paymentPages({
      open,
      pay,
      clock,
      logger,
      address,
      testMode: this.processor.bounded instanceof SandboxProcessor,
      ...(this.settings.rateLimits && { budget: this.budget }),
    });
    // Not awaited: that would have the server load what it has so far, before the API's routes and their error handler.
    void instance.register(pages, { prefix: '/pay' });
  }
}
