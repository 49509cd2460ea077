import {
  ApiKeyReader,
  ApiKeySecrets,
  type Caller,
  CreateApiKey,
  ListApiKeys,
  type Principal,
  RevokeApiKey,
} from '@florin/identity';
import { parseId } from '@florin/kernel';
import { Body, Controller, Delete, Get, Param, Post, Query } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { CurrentHttpExchange, type HttpExchange, Idempotency } from '../common/idempotency/idempotency.js';
import { CurrentCaller, CurrentPrincipal } from '../auth/caller.js';
import { Operation } from '../auth/operation.decorator.js';
import {
  apiKeyBody,
  ApiKeyListBody,
  CreateApiKeyDto,
  ListApiKeysQuery,
  NewApiKeyBody,
  replayedApiKeyBody,
  RevokedApiKeyBody,
  revokedApiKeyBody,
} from './api-key.dto.js';
import { cursorBody, cursorRequestOf } from '../common/pagination/cursor.dto.js';
import { EmptyBody, EmptyQuery } from '../common/validation/empty.dto.js';

@ApiTags('API keys')
@Controller('v1/api_keys')
export class ApiKeysController {
  constructor(
    private readonly createApiKey: CreateApiKey,
    private readonly listApiKeys: ListApiKeys,
    private readonly revokeApiKey: RevokeApiKey,
    private readonly apiKeys: ApiKeyReader,
    private readonly secrets: ApiKeySecrets,
    private readonly idempotency: Idempotency,
  ) {}

  @Post()
  @Operation(
    'api_keys.create',
    'Create an API key',
    'Owners create keys of their account, unless it is suspended. Admins create platform keys, which work only while that admin is active.',
  )
  @ApiCreatedResponse({ type: NewApiKeyBody })
  async create(
    @CurrentCaller() caller: Caller,
    @Body() { name, kind, expires_at: expiresAt }: CreateApiKeyDto,
    @CurrentHttpExchange() exchange: HttpExchange,
    @Query() _query: EmptyQuery,
  ): Promise<NewApiKeyBody> {
    const body = await this.idempotency.respond(
      exchange,
      apiKeyBody,
      (idempotentRequest) => this.createApiKey.execute(caller, { name, kind, expiresAt }, idempotentRequest),
      async (stored) => {
        const current = await this.apiKeys.find(stored.id);
        return current === undefined ? stored : replayedApiKeyBody(stored, current);
      },
    );
    // Derived for each response: the body stored for idempotent retries must not contain the key.
    return { ...body, key: this.secrets.keyOf(body.id) };
  }

  @Get()
  @Operation('api_keys.list', 'List API keys')
  @ApiOkResponse({ type: ApiKeyListBody })
  async list(
    @CurrentPrincipal() principal: Principal,
    @Query() query: ListApiKeysQuery,
  ): Promise<ApiKeyListBody> {
    return cursorBody(await this.listApiKeys.execute(principal, cursorRequestOf(query)), apiKeyBody);
  }

  @Delete(':key_id')
  @Operation('api_keys.revoke', 'Revoke an API key')
  @ApiOkResponse({ type: RevokedApiKeyBody })
  async revoke(
    @CurrentCaller() caller: Caller,
    @Param('key_id') id: string,
    @Query() _query: EmptyQuery,
    @Body() _body: EmptyBody,
  ): Promise<RevokedApiKeyBody> {
    return revokedApiKeyBody(await this.revokeApiKey.execute(caller, parseId('key', id)));
  }
}
