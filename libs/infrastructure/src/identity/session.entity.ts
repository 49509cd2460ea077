import type { EndReason, Session, SessionStatus } from '@florin/identity';
import { idFromUuid, uuidFromId } from '@florin/kernel';
import { EntitySchema } from 'typeorm';
import { instant, optionalInstant } from '../postgres/columns.js';

export interface SessionRow {
  id: string;
  userId: string;
  status: string;
  generation: number;
  createdAt: Date;
  rotatedAt: Date;
  lastUsedAt: Date;
  expiresAt: Date;
  absoluteExpiresAt: Date;
  address: string | null;
  agent: string | null;
  endedAt: Date | null;
  endReason: string | null;
}

export const SessionEntity = new EntitySchema<SessionRow>({
  name: 'session',
  tableName: 'sessions',
  columns: {
    id: { type: 'uuid', primary: true },
    userId: { name: 'user_id', type: 'uuid' },
    status: { type: 'text' },
    generation: { type: 'integer' },
    createdAt: instant('created_at'),
    rotatedAt: instant('rotated_at'),
    lastUsedAt: instant('last_used_at'),
    expiresAt: instant('expires_at'),
    absoluteExpiresAt: instant('absolute_expires_at'),
    address: { type: 'text', nullable: true },
    agent: { type: 'text', nullable: true },
    endedAt: optionalInstant('ended_at'),
    endReason: { name: 'end_reason', type: 'text', nullable: true },
  },
});

export const sessionOf = (row: SessionRow): Session => ({
  ...row,
  id: idFromUuid('sess', row.id),
  userId: idFromUuid('user', row.userId),
  status: row.status as SessionStatus,
  address: row.address ?? undefined,
  agent: row.agent ?? undefined,
  endedAt: row.endedAt ?? undefined,
  endReason: (row.endReason as EndReason | null) ?? undefined,
});

export const sessionRowOf = (session: Session): SessionRow => ({
  ...session,
  id: uuidFromId(session.id),
  userId: uuidFromId(session.userId),
  address: session.address ?? null,
  agent: session.agent ?? null,
  endedAt: session.endedAt ?? null,
  endReason: session.endReason ?? null,
});
