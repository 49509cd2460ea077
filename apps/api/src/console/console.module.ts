import { Module } from '@nestjs/common';
import { IdentityModule } from '../identity/identity.module.js';
import { ConsoleRoutes } from './console-routes.js';

/** The web dashboard below `/console`, and the sessions of browsers. */
@Module({ imports: [IdentityModule], providers: [ConsoleRoutes] })
export class ConsoleModule {}
