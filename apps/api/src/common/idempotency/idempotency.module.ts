import { deriveKey } from '@florin/infrastructure';
import { Module } from '@nestjs/common';
import { Settings } from '../../config/settings.js';
import type { ResolvedConfig } from '../../config/resolved-config.js';
import { Idempotency } from './idempotency.js';

@Module({
  providers: [
    {
      provide: Idempotency,
      inject: [Settings],
      useFactory: ({ jwtSecret }: ResolvedConfig) =>
        new Idempotency(deriveKey(jwtSecret, 'idempotency fingerprint')),
    },
  ],
  exports: [Idempotency],
})
export class IdempotencyModule {}
