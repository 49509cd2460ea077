import type { ApiKey, ApiKeyKind, ApiKeyStatus } from '@florin/identity';
import { idFromUuid, uuidFromId } from '@florin/kernel';
import { EntitySchema } from 'typeorm';
import { instant, optionalInstant } from '../postgres/columns.js';

export interface ApiKeyRow {
  id: string;
  kind: string;
  accountId: string | null;
  name: string;
  digest: string;
  lastFour: string;
  status: string;
  createdAt: Date;
  expiresAt: Date | null;
  lastUsedAt: Date | null;
  revokedAt: Date | null;
}

export const ApiKeyEntity = new EntitySchema<ApiKeyRow>({
  name: 'api_key',
  tableName: 'api_keys',
  columns: {
    id: { type: 'uuid', primary: true },
    kind: { type: 'text' },
    accountId: { name: 'account_id', type: 'uuid', nullable: true },
    name: { type: 'text' },
    digest: { type: 'text' },
    lastFour: { name: 'last_four', type: 'text' },
    status: { type: 'text' },
    createdAt: instant('created_at'),
    expiresAt: optionalInstant('expires_at'),
    lastUsedAt: optionalInstant('last_used_at'),
    revokedAt: optionalInstant('revoked_at'),
  },
});

export const apiKeyOf = (row: ApiKeyRow): ApiKey => ({
  ...row,
  id: idFromUuid('key', row.id),
  kind: row.kind as ApiKeyKind,
  accountId: row.accountId === null ? undefined : idFromUuid('acct', row.accountId),
  status: row.status as ApiKeyStatus,
  expiresAt: row.expiresAt ?? undefined,
  lastUsedAt: row.lastUsedAt ?? undefined,
  revokedAt: row.revokedAt ?? undefined,
});

export const apiKeyRowOf = (apiKey: ApiKey): ApiKeyRow => ({
  ...apiKey,
  id: uuidFromId(apiKey.id),
  accountId: apiKey.accountId === undefined ? null : uuidFromId(apiKey.accountId),
  expiresAt: apiKey.expiresAt ?? null,
  lastUsedAt: apiKey.lastUsedAt ?? null,
  revokedAt: apiKey.revokedAt ?? null,
});
