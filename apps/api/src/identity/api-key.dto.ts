import { API_KEY_KINDS, API_KEY_STATUSES, type ApiKey, type ApiKeyKind } from '@florin/identity';
import type { ApiKeyId } from '@florin/kernel';
import { ApiSchema } from '@nestjs/swagger';
import { ApiConst, ApiEnum, ApiId, ApiTimestamp, NULL_AT_FIRST, ApiText } from '../openapi/fields.js';
import { IsName, IsOneOf, IsTimestamp } from '../common/decorators/fields.js';
import { CursorBodyOf, CursorQueryOf } from '../common/pagination/cursor.dto.js';

@ApiSchema({ name: 'CreateApiKey', description: 'An API key to be.' })
export class CreateApiKeyDto {
  @IsName({ description: 'To tell it from others.', example: 'Web shop' }) name!: string;

  @IsOneOf(API_KEY_KINDS, {
    optional: true,
    description:
      'Owners make `account` keys, admins `platform` keys; that is also what is made when left out.',
  })
  kind?: ApiKeyKind;

  @IsTimestamp({
    optional: true,
    description: 'In the future. It works for ever when left out.',
    example: '2099-12-31T23:59:59Z',
  })
  expires_at?: Date;
}

@ApiSchema({ name: 'ApiKey', description: 'An API key, without the key itself.' })
export class ApiKeyBody {
  @ApiId('key', 'The API key.') id!: string;
  @ApiText('To tell it from others.', 'Web shop') name!: string;
  @ApiEnum(API_KEY_KINDS, 'Whether it acts for one account or for the platform.') kind!: string;
  @ApiId('acct', 'The account it acts for.', { nullable: true }) account_id!: string | null;
  @ApiEnum(API_KEY_STATUSES, 'Whether it was revoked. Past `expires_at` it does not work either.')
  status!: string;
  @ApiText('The last four characters of the key.', 'x9Qw') last_four!: string;
  @ApiTimestamp('When it was created.') created_at!: string;
  @ApiTimestamp('When it stops working by itself.', NULL_AT_FIRST) expires_at!: string | null;
  @ApiTimestamp('When it was last used, to the minute.', NULL_AT_FIRST) last_used_at!: string | null;
  @ApiTimestamp('When it was revoked.', NULL_AT_FIRST) revoked_at!: string | null;
}

@ApiSchema({ name: 'IssuedApiKey', description: 'The new API key, with the key itself.' })
export class NewApiKeyBody extends ApiKeyBody {
  @ApiText(
    'Shown this once, and to whoever repeats the request with its Idempotency-Key. It is sent as `Authorization: Bearer flk_…`.',
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

@ApiSchema({ name: 'RevokedApiKey', description: 'The key no longer works.' })
export class RevokedApiKeyBody {
  @ApiId('key', 'The key that was revoked.') id!: string;
  @ApiConst('revoked', 'What it is now.') status!: 'revoked';
  @ApiText('That it is so.', REVOKED) message!: string;
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
  message: REVOKED,
});
