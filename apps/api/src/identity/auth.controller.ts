import {
  EndSession,
  ListSessions,
  LogIn,
  type Principal,
  RefreshSession,
  type Caller,
} from '@florin/identity';
import { parseId } from '@florin/kernel';
import { Body, Controller, Delete, Get, HttpCode, Post, Query, Req } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { ApiError } from '../common/errors/api-error.js';
import { OverrideStatuses } from '../common/errors/status-overrides.js';
import { Settings } from '../config/settings.js';
import { bearerToken } from '../auth/bearer-token.js';
import { CurrentCaller, CurrentPrincipal } from '../auth/caller.js';
import { requireHttps } from '../auth/require-https.js';
import { Operation } from '../auth/operation.decorator.js';
import { ApiErrorCodes } from '../openapi/operation-extensions.js';
import {
  EndedSessionBody,
  endedSessionBody,
  EndSessionDto,
  ListSessionsQuery,
  LoggedInBody,
  loggedInBody,
  LogInDto,
  RefreshDto,
  sessionBody,
  SessionListBody,
  TokensBody,
  tokensBody,
} from './auth.dto.js';
import { cursorBody, cursorRequestOf } from '../common/pagination/cursor.dto.js';
import { LoginLimits } from '../auth/limits/login-limits.js';
import { EmptyQuery } from '../common/validation/empty.dto.js';

@ApiTags('Sessions')
@Controller('v1/auth')
export class AuthController {
  constructor(
    private readonly logIn: LogIn,
    private readonly refreshSession: RefreshSession,
    private readonly endSession: EndSession,
    private readonly listSessions: ListSessions,
    private readonly limits: LoginLimits,
    private readonly settings: Settings,
  ) {}

  @Post('login')
  @HttpCode(200)
  @Operation(
    'auth.login',
    'Log in',
    'Starts a session. The error is the same for an unknown user and for a wrong password. In production this operation requires HTTPS.',
  )
  @ApiErrorCodes('invalid_credentials', 'unauthorized')
  @ApiOkResponse({ type: LoggedInBody })
  async login(
    @CurrentCaller() caller: Caller,
    @Body() { email: login, password }: LogInDto,
    @Req() request: FastifyRequest,
    @Query() _query: EmptyQuery,
  ): Promise<LoggedInBody> {
    requireHttps(request, this.settings);
    const attempt = { address: caller.address, login };
    return loggedInBody(
      await this.limits.run(attempt, () => this.logIn.execute(caller, { login, password })),
    );
  }

  @Post('refresh')
  @HttpCode(200)
  @Operation(
    'auth.refresh',
    'Refresh tokens',
    'Send the refresh token in the `Authorization` header or in the body. If you send both, they must be equal. A refresh token works once: a retry within a few seconds returns the same tokens, and any later use ends the session.',
  )
  @ApiErrorCodes('invalid_grant', 'unauthorized')
  @OverrideStatuses({ unauthorized: 403 })
  @ApiOkResponse({ type: TokensBody })
  async refresh(
    @CurrentCaller() caller: Caller,
    @Body() { refresh_token: inBody }: RefreshDto,
    @Req() request: FastifyRequest,
    @Query() _query: EmptyQuery,
  ): Promise<TokensBody> {
    const inHeader = bearerToken(request);
    if (inHeader !== undefined && inBody !== undefined && inHeader !== inBody) {
      throw new ApiError(
        'invalid_request',
        'The Authorization header and the body contain different refresh tokens.',
      );
    }
    const token = inHeader ?? inBody;
    if (token === undefined) {
      throw new ApiError(
        'invalid_request',
        'refresh_token is required, in the Authorization header or in the body.',
      );
    }
    const { tokens } = await this.refreshSession.execute(caller, token);
    return tokensBody(tokens);
  }

  @Delete('session')
  @Operation('sessions.end', 'End a session', 'All tokens of the session stop working immediately.')
  @ApiErrorCodes('invalid_session')
  @ApiOkResponse({ type: EndedSessionBody })
  async end(
    @CurrentCaller() caller: Caller,
    @Body() { session_id }: EndSessionDto,
    @Query() _query: EmptyQuery,
  ): Promise<EndedSessionBody> {
    const target = session_id === undefined ? undefined : { sessionId: parseId('sess', session_id) };
    return endedSessionBody(await this.endSession.execute(caller, target));
  }

  @Get('sessions')
  @Operation('sessions.list', 'List your sessions')
  @ApiOkResponse({ type: SessionListBody })
  async list(
    @CurrentPrincipal() principal: Principal,
    @Query() query: ListSessionsQuery,
  ): Promise<SessionListBody> {
    const page = await this.listSessions.execute(principal, cursorRequestOf(query));
    const current = principal.kind === 'user' ? principal.sessionId : undefined;
    return cursorBody(page, sessionBody(current));
  }
}
