import type { User, UserRole, UserStatus } from '@florin/identity';
import { type Email, idFromUuid, uuidFromId } from '@florin/kernel';
import { EntitySchema } from 'typeorm';
import { instant } from '../postgres/columns.js';

export interface UserRow {
  id: string;
  email: string;
  username: string | null;
  name: string | null;
  passwordHash: string;
  status: string;
  role: string;
  accountId: string | null;
  createdAt: Date;
  updatedAt: Date;
}

export const UserEntity = new EntitySchema<UserRow>({
  name: 'user',
  tableName: 'users',
  columns: {
    id: { type: 'uuid', primary: true },
    email: { type: 'text' },
    username: { type: 'text', nullable: true },
    name: { type: 'text', nullable: true },
    passwordHash: { name: 'password_hash', type: 'text' },
    status: { type: 'text' },
    role: { type: 'text' },
    accountId: { name: 'account_id', type: 'uuid', nullable: true },
    createdAt: instant('created_at'),
    updatedAt: instant('updated_at'),
  },
});

// What is in the table was parsed before it was put there, and CHECK constraints keep it so.
export const userOf = (row: UserRow): User => ({
  id: idFromUuid('user', row.id),
  email: row.email as Email,
  username: row.username ?? undefined,
  name: row.name ?? undefined,
  passwordHash: row.passwordHash,
  status: row.status as UserStatus,
  role: row.role as UserRole,
  accountId: row.accountId === null ? undefined : idFromUuid('acct', row.accountId),
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
});

export const userRowOf = (user: User): UserRow => ({
  ...user,
  id: uuidFromId(user.id),
  username: user.username ?? null,
  name: user.name ?? null,
  accountId: user.accountId === undefined ? null : uuidFromId(user.accountId),
});
