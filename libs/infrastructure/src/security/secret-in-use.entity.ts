import { EntitySchema } from 'typeorm';
import { instant } from '../postgres/columns.js';

interface SecretInUseRow {
  isTheOne: boolean;
  fingerprint: string;
  since: Date;
}

/** The primary key admits one row. */
export const SecretInUseEntity = new EntitySchema<SecretInUseRow>({
  name: 'secret_in_use',
  tableName: 'secret_in_use',
  columns: {
    isTheOne: { name: 'is_the_one', type: 'boolean', primary: true, default: true },
    fingerprint: { type: 'text' },
    since: instant('since'),
  },
});
