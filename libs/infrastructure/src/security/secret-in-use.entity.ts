import { EntitySchema } from 'typeorm';
import { instant } from '../postgres/columns.js';

export const SecretInUseEntity = new EntitySchema({
  name: 'secret_in_use',
  tableName: 'secret_in_use',
  columns: {
    isTheOne: { name: 'is_the_one', type: 'boolean', primary: true, default: true },
    fingerprint: { type: 'text' },
    since: instant('since'),
  },
});
