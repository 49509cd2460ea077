import { randomUUID } from 'node:crypto';
import type { AuthModuleOptions } from '@nestjs/passport';

/** Options of `AuthGuard`. The strategies are tried in this order. */
export interface StrategyOptions extends AuthModuleOptions {
  readonly defaultStrategy: [jwt: string, apiKey: string];
}

/**
 * Names that are unique per application. passport registers strategies by name for the whole process: a second
 * application with the same names would replace the strategies of the first, with another secret and another database.
 */
export function uniqueStrategyNames(): StrategyOptions {
  const application = randomUUID();
  return { defaultStrategy: [`jwt ${application}`, `api-key ${application}`], property: 'principal' };
}
