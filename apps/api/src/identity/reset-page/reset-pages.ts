import { OpenPasswordReset, ResetPassword } from '@florin/identity';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { ResetLimits } from '../../auth/limits/reset-limits.js';
import { PublicAddress } from '../../config/public-address.js';
import { Settings } from '../../config/settings.js';
import { LOGGER } from '../../core/core.module.js';
import { resetPages } from './routes.js';

/** Registers the page as a Fastify plugin, without the guards, pipes and filters of the API. */
@Injectable()
export class ResetPages implements OnModuleInit {
  constructor(
    private readonly server: HttpAdapterHost,
    private readonly open: OpenPasswordReset,
    private readonly reset: ResetPassword,
    private readonly limits: ResetLimits,
    private readonly address: PublicAddress,
    private readonly settings: Settings,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    const instance = this.server.httpAdapter.getInstance<FastifyInstance>();
    const { open, reset, limits, address, logger } = this;
    const { production } = this.settings;
    // Not awaited: awaiting would load the plugin before the routes and the error handler of the API are registered.
    void instance.register(resetPages({ open, reset, limits, address, logger, production }), {
      prefix: '/reset',
    });
  }
}
