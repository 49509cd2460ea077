import type { LoggedIn, Session, Tokens } from '@florin/identity';
import type { SessionId } from '@florin/kernel';
import { ApiProperty } from '@nestjs/swagger';
import { field, type Presence } from '../validation/field.js';
import { IdText, Text } from '../validation/fields.js';

/** Neither shortened nor judged: what is too long to be right is simply wrong. */
const Secret = (presence?: Presence): PropertyDecorator =>
  field(
    {
      problem: (value) => (typeof value === 'string' && value !== '' ? undefined : 'must be text'),
      schema: { type: 'string', minLength: 1, format: 'password' },
    },
    presence,
  );

export class LogInDto {
  @Text(
    { least: 1, most: 320 },
    { description: 'The email address or the username.', example: 'ada@example.com' },
  )
  email!: string;

  @Secret() password!: string;
}

export class RefreshDto {
  @Secret({ optional: true, description: 'In place of the Authorization header.' }) refresh_token?: string;
}

export class EndSessionDto {
  @IdText('sess', { optional: true, description: 'The current session when left out.' }) session_id?: string;
}

export class TokensBody {
  @ApiProperty() access_token!: string;
  @ApiProperty() refresh_token!: string;
  @ApiProperty({ enum: ['Bearer'] }) token_type!: 'Bearer';
  @ApiProperty({ type: 'integer', example: 3600 }) expires_in!: number;
}

export class LoggedInUserBody {
  @ApiProperty() id!: string;
  @ApiProperty({ format: 'email' }) email!: string;
  @ApiProperty({ type: 'string', nullable: true }) name!: string | null;
}

export class LoggedInBody extends TokensBody {
  @ApiProperty({ example: 'sess_01k9zxv3s8e7qv5m2c4w6y8h0j' }) session_id!: string;
  @ApiProperty({ type: LoggedInUserBody }) user!: LoggedInUserBody;
}

export class EndedSessionBody {
  @ApiProperty() message!: string;
  @ApiProperty() session_id!: string;
}

export class SessionBody {
  @ApiProperty() id!: string;
  @ApiProperty({ description: 'Whether it is the one this request is made in.' }) current!: boolean;
  @ApiProperty({ type: 'string', nullable: true }) address!: string | null;
  @ApiProperty({ type: 'string', nullable: true }) agent!: string | null;
  @ApiProperty({ format: 'date-time' }) created_at!: string;
  @ApiProperty({ format: 'date-time', description: 'To the minute.' }) last_used_at!: string;
  @ApiProperty({ format: 'date-time' }) expires_at!: string;
}

export class SessionListBody {
  @ApiProperty({ enum: ['list'] }) object!: 'list';
  @ApiProperty({ type: [SessionBody] }) data!: readonly SessionBody[];
  @ApiProperty() has_more!: boolean;
}

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
  message: 'The session has ended; its tokens no longer work.',
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
