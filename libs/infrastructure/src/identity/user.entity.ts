import type { User } from '@florin/identity';
import { EntitySchema } from 'typeorm';
import { idColumn, optional } from '../postgres/entity-mapping.js';
import { instant } from '../postgres/columns.js';

export const UserEntity = new EntitySchema<User>({
  name: 'user',
  tableName: 'users',
  columns: {
    id: { ...idColumn('user'), primary: true },
    email: { type: 'text' },
    username: optional({ type: 'text' }),
    name: optional({ type: 'text' }),
    passwordHash: { name: 'password_hash', type: 'text' },
    status: { type: 'text' },
    role: { type: 'text' },
    accountId: optional(idColumn('acct', 'account_id')),
    createdAt: instant('created_at'),
    updatedAt: instant('updated_at'),
  },
});
