import type { AccountId } from '@florin/kernel';
import { EventReader } from '@florin/ledger';
import { Controller, Get, Query, Req } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { NamedAccount } from '../accounts/named-account.js';
import { actingAccount } from '../auth/acting-account.js';
import { ActingFor } from '../auth/caller.js';
import { ActsForAccount, Operation } from '../auth/operation.js';
import { cursorBody, cursorRequestOf } from '../common/pagination/cursor.dto.js';
import { eventBody, EventListBody, ListEventsQuery } from './event.dto.js';

@ApiTags('Events')
@ActsForAccount()
@Controller('v1/events')
export class EventsController {
  constructor(
    private readonly events: EventReader,
    private readonly namedAccount: NamedAccount,
  ) {}

  @Get()
  @Operation('events.list', 'List what happened to the account, newest first')
  @ApiOkResponse({ type: EventListBody })
  async list(
    @Req() request: FastifyRequest,
    @ActingFor() accountId: AccountId | undefined,
    @Query() query: ListEventsQuery,
  ): Promise<EventListBody> {
    const cursor = cursorRequestOf(query);
    const page = await this.events.list(actingAccount(accountId, 'events.list'), cursor);
    return cursorBody(await this.namedAccount.pageOf(request, page), eventBody);
  }
}
