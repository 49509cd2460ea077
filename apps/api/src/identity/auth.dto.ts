import type { LoggedIn, Session, Tokens } from '@florin/identity';
import { type SessionId, TEXT_PATTERN } from '@florin/kernel';
import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import {
  ApiConst,
  ApiInteger,
  ApiEmail,
  ApiBoolean,
  ApiId,
  ApiTimestamp,
  ApiText,
} from '../openapi/fields.js';
import { IsId, IsSecret, IsText } from '../common/decorators/fields.js';
import { CursorBodyOf, CursorQueryOf } from '../common/pagination/cursor.dto.js';

@ApiSchema({ name: 'LogIn', description: 'The credentials of the user.' })
export class LogInDto {
  @IsText(
    { least: 1, most: 320 },
    { description: 'The email address or the username.', example: 'ada@example.com' },
  )
  email!: string;

  @IsSecret({ description: 'The user’s password.' }) password!: string;
}

@ApiSchema({ name: 'RefreshTokens', description: 'The refresh token, if it is not in the header.' })
export class RefreshDto {
  @IsSecret(
    {
      optional: true,
      description: 'Instead of the Authorization header.',
      example: 'flr_dGhlIHJlZnJlc2ggdG9rZW4',
    },
    TEXT_PATTERN,
  )
  refresh_token?: string;
}

@ApiSchema({ name: 'EndSession', description: 'The session to end.' })
export class EndSessionDto {
  @IsId('sess', { optional: true, description: 'Default: the current session.' }) session_id?: string;
}

@ApiSchema({ name: 'Tokens', description: 'New tokens. The refresh token that you sent no longer works.' })
export class TokensBody {
  @ApiText('Send it as `Authorization: Bearer <access_token>`.', 'eyJhbGciOiJIUzI1NiJ9.e30.c2lnbmF0dXJl')
  access_token!: string;
  @ApiText('Can be exchanged once for new tokens.', 'flr_dGhlIHJlZnJlc2ggdG9rZW4') refresh_token!: string;
  @ApiConst('Bearer', 'Always `Bearer`.') token_type!: 'Bearer';
  @ApiInteger('Seconds until the access token expires.', 3600, 1) expires_in!: number;
}

@ApiSchema({ name: 'LoggedInUser', description: 'The user that logged in.' })
export class LoggedInUserBody {
  @ApiId('user', 'The user.') id!: string;
  @ApiEmail('The user’s email.') email!: string;
  @ApiText('The full name of the user.', 'Ada Lovelace', { nullable: true }) name!: string | null;
}

@ApiSchema({ name: 'LoggedIn', description: 'A new session with its tokens.' })
export class LoggedInBody extends TokensBody {
  @ApiId('sess', 'The new session.') session_id!: string;
  @ApiProperty({ type: LoggedInUserBody }) user!: LoggedInUserBody;
}

const ENDED = 'The session has ended; its tokens no longer work.';

@ApiSchema({ name: 'EndedSession', description: 'The session has ended, and its tokens no longer work.' })
export class EndedSessionBody {
  @ApiText('A confirmation to show to people.', ENDED) message!: string;
  @ApiId('sess', 'The ended session.') session_id!: string;
}

@ApiSchema({ name: 'Session', description: 'One of your sessions.' })
export class SessionBody {
  @ApiId('sess', 'The session.') id!: string;
  @ApiBoolean('Whether this request belongs to the session.') current!: boolean;
  @ApiText('The IP address that logged in.', '203.0.113.7', { nullable: true }) address!: string | null;
  @ApiText('The `User-Agent` that logged in.', 'curl/8.5.0', { nullable: true }) agent!: string | null;
  @ApiTimestamp('When it started.') created_at!: string;
  @ApiTimestamp('When it was last used, accurate to the minute.') last_used_at!: string;
  @ApiTimestamp('When it ends if it is not used.', { example: '2026-03-02T09:30:00.000Z' })
  expires_at!: string;
}

export class ListSessionsQuery extends CursorQueryOf('sess') {}

@ApiSchema({ name: 'SessionList', description: 'Your active sessions, newest first.' })
export class SessionListBody extends CursorBodyOf<SessionBody>({
  type: [SessionBody],
  description: 'The sessions of this page.',
}) {}

export const tokensBody = ({ accessToken, refreshToken, expiresInSeconds }: Tokens) => ({
  access_token: accessToken,
  refresh_token: refreshToken,
  token_type: 'Bearer' as const,
  expires_in: expiresInSeconds,
});

export const loggedInBody = ({ tokens, user, session }: LoggedIn): LoggedInBody => ({
  ...tokensBody(tokens),
  session_id: session.id,
  user: { id: user.id, email: user.email, name: user.name ?? null },
});

export const endedSessionBody = (id: SessionId): EndedSessionBody => ({
  message: ENDED,
  session_id: id,
});

export const sessionBody =
  (current: SessionId | undefined) =>
  (session: Session): SessionBody => ({
    id: session.id,
    current: session.id === current,
    address: session.address ?? null,
    agent: session.agent ?? null,
    created_at: session.createdAt.toISOString(),
    last_used_at: session.lastUsedAt.toISOString(),
    expires_at: session.expiresAt.toISOString(),
  });
