import { EntitySchema } from 'typeorm';
import { bigintColumn } from '../postgres/columns.js';

interface RateLimitRow {
  key: string;
  points: number;
  expire: number | null;
}

/** Written by rate-limiter-flexible, which also defines its columns. */
export const RateLimitEntity = new EntitySchema<RateLimitRow>({
  name: 'rate_limit',
  tableName: 'rate_limits',
  columns: {
    key: { type: 'varchar', length: 255, primary: true },
    points: { type: 'integer', default: 0 },
    expire: { ...bigintColumn, nullable: true },
  },
});
