import type { Reconciliation } from '@florin/ledger';
import { EntitySchema } from 'typeorm';
import { instant } from '../postgres/columns.js';
import { idColumn, rowReader } from '../postgres/entity-mapping.js';

export const ReconciliationEntity = new EntitySchema<Reconciliation>({
  name: 'reconciliation',
  tableName: 'reconciliations',
  columns: {
    accountId: { ...idColumn('acct', 'account_id'), primary: true },
    id: { ...idColumn('rcn'), primary: true },
    currency: { type: 'text' },
    format: { type: 'text' },
    status: { type: 'text' },
    from: { name: 'period_from', type: 'date' },
    to: { name: 'period_to', type: 'date' },
    toleranceDays: { name: 'tolerance_days', type: 'integer' },
    matched: { type: 'integer' },
    amountDiffers: { name: 'amount_differs', type: 'integer' },
    missingInFlorin: { name: 'missing_in_florin', type: 'integer' },
    missingInFile: { name: 'missing_in_file', type: 'integer' },
    createdAt: instant('created_at'),
  },
});

export const reconciliationOf: (row: object) => Reconciliation = rowReader(ReconciliationEntity);
