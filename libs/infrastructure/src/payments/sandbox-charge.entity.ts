import { EntitySchema } from 'typeorm';
import { bigintColumn, instant } from '../postgres/columns.js';

export interface SandboxChargeRow {
  key: string;
  amount: number | null;
  currency: string | null;
  outcome: string;
  reason: string | null;
  createdAt: Date;
  reversedAt: Date | null;
  refundsFail: boolean;
}

export const SandboxChargeEntity = new EntitySchema<SandboxChargeRow>({
  name: 'sandbox_charge',
  tableName: 'sandbox_charges',
  columns: {
    key: { type: 'text', primary: true },
    amount: { ...bigintColumn, nullable: true },
    currency: { type: 'text', nullable: true },
    outcome: { type: 'text' },
    reason: { type: 'text', nullable: true },
    createdAt: instant('created_at'),
    reversedAt: { ...instant('reversed_at'), nullable: true },
    refundsFail: { name: 'refunds_fail', type: 'boolean' },
  },
});
