import { EntitySchema } from 'typeorm';
import { bigintColumn } from '../postgres/columns.js';

/** Written by rate-limiter-flexible, which also defines its columns. */
export const RateLimitEntity = new EntitySchema({
  name: 'rate_limit',
  tableName: 'rate_limits',
  columns: {
    key: { type: 'varchar', length: 255, primary: true },
    points: { type: 'integer', default: 0 },
    expire: { ...bigintColumn, nullable: true },
  },
});
