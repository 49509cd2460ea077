import type { PasswordReset } from '@florin/identity';
import { EntitySchema } from 'typeorm';
import { instant } from '../postgres/columns.js';
import { idColumn, optional } from '../postgres/entity-mapping.js';

export const PasswordResetEntity = new EntitySchema<PasswordReset>({
  name: 'password_reset',
  tableName: 'password_resets',
  columns: {
    id: { ...idColumn('pwr'), primary: true },
    userId: optional(idColumn('user', 'user_id')),
    status: { type: 'text' },
    createdAt: instant('created_at'),
    expiresAt: instant('expires_at'),
    usedAt: optional(instant('used_at')),
  },
});
