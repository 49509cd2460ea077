import type { Session } from '@florin/identity';
import { EntitySchema } from 'typeorm';
import { idColumn, optional, rowReader } from '../postgres/entity-mapping.js';
import { instant } from '../postgres/columns.js';

export const SessionEntity = new EntitySchema<Session>({
  name: 'session',
  tableName: 'sessions',
  columns: {
    id: { ...idColumn('sess'), primary: true },
    userId: idColumn('user', 'user_id'),
    status: { type: 'text' },
    generation: { type: 'integer' },
    createdAt: instant('created_at'),
    rotatedAt: instant('rotated_at'),
    lastUsedAt: instant('last_used_at'),
    expiresAt: instant('expires_at'),
    absoluteExpiresAt: instant('absolute_expires_at'),
    address: optional({ type: 'text' }),
    agent: optional({ type: 'text' }),
    endedAt: optional(instant('ended_at')),
    endReason: optional({ name: 'end_reason', type: 'text' }),
  },
});

export const sessionOf = rowReader(SessionEntity);
