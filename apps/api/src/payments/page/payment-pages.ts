import { AccountDirectory } from '@florin/accounts';
import { Clock } from '@florin/kernel';
import { OpenPaymentPage, PayPaymentRequest } from '@florin/payments';
import { CardRateLimiter } from '@florin/infrastructure';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { LOGGER } from '../../core/core.module.js';
import { TEST_MODE } from '../../core/payments-core.module.js';
import { PublicAddress } from '../../config/public-address.js';
import { Settings } from '../../config/settings.js';
import { paymentPages } from './routes.js';

/** Registers the pages as a Fastify plugin, without the guards, pipes and filters of the API. */
@Injectable()
export class PaymentPages implements OnModuleInit {
  constructor(
    private readonly server: HttpAdapterHost,
    private readonly open: OpenPaymentPage,
    private readonly pay: PayPaymentRequest,
    private readonly accounts: AccountDirectory,
    private readonly clock: Clock,
    private readonly settings: Settings,
    private readonly budget: CardRateLimiter,
    private readonly address: PublicAddress,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    const instance = this.server.httpAdapter.getInstance<FastifyInstance>();
    const { open, pay, accounts, clock, logger, address } = this;
    const pages = paymentPages({
      open,
      pay,
      accounts,
      clock,
      logger,
      address,
      testMode: TEST_MODE,
      production: this.settings.production,
      ...(this.settings.rateLimits && { budget: this.budget }),
    });
    // Not awaited: awaiting would load the plugins before the routes and the error handler of the API are registered.
    void instance.register(pages, { prefix: '/pay' });
  }
}
