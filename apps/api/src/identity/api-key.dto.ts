import { API_KEY_KINDS, API_KEY_STATUSES, type ApiKey, type ApiKeyKind } from '@florin/identity';
import type { ApiKeyId } from '@florin/kernel';
import { ApiSchema } from '@nestjs/swagger';
import { ApiConst, ApiEnum, ApiId, ApiTimestamp, NULL_AT_FIRST, ApiText } from '../openapi/fields.js';
import { IsName, IsOneOf, IsTimestamp } from '../common/decorators/fields.js';
import { CursorBodyOf, CursorQueryOf } from '../common/pagination/cursor.dto.js';

@ApiSchema({ name: 'CreateApiKey', description: 'The API key to create.' })
export class CreateApiKeyDto {
  @IsName({ description: 'A name of your choice.', example: 'Web shop' }) name!: string;

  @IsOneOf(API_KEY_KINDS, {
    omittable: true,
    description: '`account` for owners, `platform` for admins. That is also the default.',
  })
  kind?: ApiKeyKind;

  @IsTimestamp({
    omittable: true,
    description: 'When the key expires; must be in the future. Default: never.',
    example: '2099-12-31T23:59:59Z',
  })
  expires_at?: Date;
}

@ApiSchema({ name: 'ApiKey', description: 'The API key, without its secret.' })
export class ApiKeyBody {
  @ApiId('key', 'The API key.') id!: string;
  @ApiText('A name of your choice.', 'Web shop') name!: string;
  @ApiEnum(API_KEY_KINDS, 'Whether the key acts for one account or for the platform.') kind!: string;
  @ApiId('acct', 'The account it acts for.', { nullable: true }) account_id!: string | null;
  @ApiId(
    'user',
    'The user who created it; null if not recorded. A platform key works only while this admin is active.',
    { nullable: true },
  )
  created_by!: string | null;
  @ApiEnum(API_KEY_STATUSES, 'Whether the key was revoked. An expired key keeps its status.')
  status!: string;
  @ApiText('The last four characters of the key.', 'x9Qw') last_four!: string;
  @ApiTimestamp('When it was created.') created_at!: string;
  @ApiTimestamp('When it expires.', NULL_AT_FIRST) expires_at!: string | null;
  @ApiTimestamp('When it was last used, accurate to the minute.', NULL_AT_FIRST) last_used_at!: string | null;
  @ApiTimestamp('When it was revoked.', NULL_AT_FIRST) revoked_at!: string | null;
}

@ApiSchema({ name: 'IssuedApiKey', description: 'The new API key, with its secret.' })
export class NewApiKeyBody extends ApiKeyBody {
  @ApiText(
    'The secret. Send it as `Authorization: Bearer flk_…`. It is returned only here, and if you retry with the same `Idempotency-Key`.',
    'flk_c2VjcmV0IGtleQ',
  )
  key!: string;
}

export class ListApiKeysQuery extends CursorQueryOf('key') {}

@ApiSchema({ name: 'ApiKeyList', description: 'A page of API keys, newest first.' })
export class ApiKeyListBody extends CursorBodyOf<ApiKeyBody>({
  type: [ApiKeyBody],
  description: 'The keys of this page.',
}) {}

const REVOKED = 'The API key no longer works.';

@ApiSchema({ name: 'RevokedApiKey', description: 'The API key is revoked.' })
export class RevokedApiKeyBody {
  @ApiId('key', 'The revoked API key.') id!: string;
  @ApiConst('revoked', 'The new status.') status!: 'revoked';
  @ApiText('A confirmation to show to people.', REVOKED) message!: string;
}

export const apiKeyBody = (apiKey: ApiKey) => ({
  id: apiKey.id,
  name: apiKey.name,
  kind: apiKey.kind,
  account_id: apiKey.accountId ?? null,
  created_by: apiKey.createdBy ?? null,
  status: apiKey.status,
  last_four: apiKey.lastFour,
  created_at: apiKey.createdAt.toISOString(),
  expires_at: apiKey.expiresAt?.toISOString() ?? null,
  last_used_at: apiKey.lastUsedAt?.toISOString() ?? null,
  revoked_at: apiKey.revokedAt?.toISOString() ?? null,
});

/** The stored body of a repeated request, with the fields that may have changed or that an earlier release did not store. */
export const replayedApiKeyBody = (stored: ReturnType<typeof apiKeyBody>, current: ApiKey) => {
  const { created_by, status, revoked_at } = apiKeyBody(current);
  return { ...stored, created_by, status, revoked_at };
};

export const revokedApiKeyBody = (id: ApiKeyId): RevokedApiKeyBody => ({
  id,
  status: 'revoked',
  message: REVOKED,
});
