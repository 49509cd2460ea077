import { Database, deriveKey, readKeyMove } from '@florin/infrastructure';
import { Module } from '@nestjs/common';
import { Settings } from '../../config/settings.js';
import type { ResolvedConfig } from '../../config/resolved-config.js';
import { Idempotency } from './idempotency.js';

@Module({
  providers: [
    {
      provide: Idempotency,
      inject: [Settings, Database],
      useFactory: async ({ jwtSecret }: ResolvedConfig, { source }: Database) =>
        new Idempotency(deriveKey(jwtSecret, 'idempotency fingerprint'), await readKeyMove(source)),
    },
  ],
  exports: [Idempotency],
})
export class IdempotencyModule {}
