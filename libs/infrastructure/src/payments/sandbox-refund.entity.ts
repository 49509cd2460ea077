import { EntitySchema } from 'typeorm';
import { bigintColumn, instant } from '../postgres/columns.js';

export interface SandboxRefundRow {
  key: string;
  chargeKey: string;
  amount: number;
  currency: string;
  outcome: string;
  reason: string | null;
  createdAt: Date;
}

export const SandboxRefundEntity = new EntitySchema<SandboxRefundRow>({
  name: 'sandbox_refund',
  tableName: 'sandbox_refunds',
  columns: {
    key: { type: 'text', primary: true },
    chargeKey: { name: 'charge_key', type: 'text' },
    amount: { ...bigintColumn },
    currency: { type: 'text' },
    outcome: { type: 'text' },
    reason: { type: 'text', nullable: true },
    createdAt: instant('created_at'),
  },
});
