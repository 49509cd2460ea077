import { AccountDirectory } from '@florin/accounts';
import { Clock } from '@florin/kernel';
import { OpenPaymentPage, PayPaymentRequest } from '@florin/payments';
import { CardRateLimiter } from '@florin/infrastructure';
import { Inject, Injectable, type InjectionToken, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { LOGGER } from '../../core/core.module.js';
import { PublicAddress } from '../../config/public-address.js';
import { Settings } from '../../config/settings.js';
import { paymentPages } from './routes.js';

/** In test mode no real card is charged, and every page shows a note. */
export const TEST_MODE: InjectionToken<boolean> = Symbol('test mode');

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
    @Inject(TEST_MODE) private readonly testMode: boolean,
  ) {}

  onModuleInit(): void {
    const instance = this.server.httpAdapter.getInstance<FastifyInstance>();
    const { open, pay, accounts, clock, logger, address, testMode } = this;
    const pages = paymentPages({
      open,
      pay,
      accounts,
      clock,
      logger,
      address,
      testMode,
      production: this.settings.production,
      ...(this.settings.rateLimits && { budget: this.budget }),
    });
    // Not awaited: awaiting would load the plugins before the routes and the error handler of the API are registered.
    void instance.register(pages, { prefix: '/pay' });
  }
}
