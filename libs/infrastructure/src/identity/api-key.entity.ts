import type { ApiKey } from '@florin/identity';
import { EntitySchema } from 'typeorm';
import { idColumn, optional, rowReader } from '../postgres/entity-mapping.js';
import { instant } from '../postgres/columns.js';

export const ApiKeyEntity = new EntitySchema<ApiKey>({
  name: 'api_key',
  tableName: 'api_keys',
  columns: {
    id: { ...idColumn('key'), primary: true },
    kind: { type: 'text' },
    accountId: optional(idColumn('acct', 'account_id')),
    createdBy: optional(idColumn('user', 'created_by')),
    name: { type: 'text' },
    digest: { type: 'text' },
    lastFour: { name: 'last_four', type: 'text' },
    status: { type: 'text' },
    createdAt: instant('created_at'),
    expiresAt: optional(instant('expires_at')),
    lastUsedAt: optional(instant('last_used_at')),
    revokedAt: optional(instant('revoked_at')),
  },
});

export const apiKeyOf = rowReader(ApiKeyEntity);
