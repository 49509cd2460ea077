import { EndSessionByToken, LogIn, RefreshSession } from '@florin/identity';
import { Clock } from '@florin/kernel';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { LoginLimits } from '../auth/limits/login-limits.js';
import { PublicAddress } from '../config/public-address.js';
import { Settings } from '../config/settings.js';
import { LOGGER } from '../core/core.module.js';
import { consoleFiles } from './files.js';
import { PREFIX } from './paths.js';
import { sessionRoutes } from './session-routes.js';

/** Registers the console as Fastify plugins: it is no part of the API, so it has no operations and permissions. */
@Injectable()
export class ConsoleRoutes implements OnModuleInit {
  constructor(
    private readonly server: HttpAdapterHost,
    private readonly logIn: LogIn,
    private readonly refresh: RefreshSession,
    private readonly end: EndSessionByToken,
    private readonly logins: LoginLimits,
    private readonly address: PublicAddress,
    private readonly settings: Settings,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    const instance = this.server.httpAdapter.getInstance<FastifyInstance>();
    const { logIn, refresh, end, logins, address, settings, clock, logger } = this;
    const ports = { logIn, refresh, end, logins, address, settings, clock, logger };
    // Not awaited: awaiting would load the plugins before the routes and the error handler of the API are registered.
    void instance.register(consoleFiles({ address, logger }));
    void instance.register(sessionRoutes(ports), { prefix: `${PREFIX}/session` });
  }
}
