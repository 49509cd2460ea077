import { API_KEY_KINDS, type ApiKey, type ApiKeyKind } from '@florin/identity';
import type { ApiKeyId } from '@florin/kernel';
import { ApiProperty } from '@nestjs/swagger';
import { OneOf, PersonName, Rfc3339 } from '../validation/fields.js';

export class CreateApiKeyDto {
  @PersonName({ description: 'To tell it from others.', example: 'Web shop' }) name!: string;

  @OneOf(API_KEY_KINDS, {
    optional: true,
    description:
      'Owners make `account` keys, admins `platform` keys; that is also what is made when left out.',
  })
  kind?: ApiKeyKind;

  @Rfc3339({ optional: true, description: 'It works for ever when left out.' }) expires_at?: Date;
}

export class ApiKeyBody {
  @ApiProperty({ example: 'key_01k9zxv3s8e7qv5m2c4w6y8h0j' }) id!: string;
  @ApiProperty() name!: string;
  @ApiProperty({ enum: API_KEY_KINDS }) kind!: string;
  @ApiProperty({ type: 'string', nullable: true }) account_id!: string | null;
  @ApiProperty({ enum: ['active', 'revoked'] }) status!: string;
  @ApiProperty({ description: 'The last four characters of the key.' }) last_four!: string;
  @ApiProperty({ format: 'date-time' }) created_at!: string;
  @ApiProperty({ type: 'string', format: 'date-time', nullable: true }) expires_at!: string | null;
  @ApiProperty({ type: 'string', format: 'date-time', nullable: true }) last_used_at!: string | null;
  @ApiProperty({ type: 'string', format: 'date-time', nullable: true }) revoked_at!: string | null;
}

export class NewApiKeyBody extends ApiKeyBody {
  @ApiProperty({ description: 'Shown this once. It is sent as `Authorization: Bearer flk_…`.' }) key!: string;
}

export class ApiKeyListBody {
  @ApiProperty({ enum: ['list'] }) object!: 'list';
  @ApiProperty({ type: [ApiKeyBody] }) data!: readonly ApiKeyBody[];
  @ApiProperty() has_more!: boolean;
}

export class RevokedApiKeyBody {
  @ApiProperty() id!: string;
  @ApiProperty({ enum: ['revoked'] }) status!: 'revoked';
  @ApiProperty() message!: string;
}

export const apiKeyBody = (apiKey: ApiKey) => ({
  id: apiKey.id,
  name: apiKey.name,
  kind: apiKey.kind,
  account_id: apiKey.accountId ?? null,
  status: apiKey.status,
  last_four: apiKey.lastFour,
  created_at: apiKey.createdAt.toISOString(),
  expires_at: apiKey.expiresAt?.toISOString() ?? null,
  last_used_at: apiKey.lastUsedAt?.toISOString() ?? null,
  revoked_at: apiKey.revokedAt?.toISOString() ?? null,
});

export const revokedApiKeyBody = (id: ApiKeyId): RevokedApiKeyBody => ({
  id,
  status: 'revoked',
  message: 'The API key no longer works.',
});
