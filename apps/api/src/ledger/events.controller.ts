import { eventBody, EventReader } from '@florin/ledger';
import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { ScopedLists } from '../accounts/scoped-lists.js';
import { type AccountScope, Scope } from '../auth/account-scope.js';
import { ActsForAccount, Operation } from '../auth/operation.decorator.js';
import { cursorBody, cursorRequestOf } from '../common/pagination/cursor.dto.js';
import { EventListBody, ListEventsQuery } from './event.dto.js';

@ApiTags('Events')
@ActsForAccount()
@Controller('v1/events')
export class EventsController {
  constructor(
    private readonly events: EventReader,
    private readonly lists: ScopedLists,
  ) {}

  @Get()
  @Operation(
    'events.list',
    'List events',
    'Admins and platform keys get the events of all accounts, or with `X-Account-Id` those of one. Ids are ordered within one account only: to follow new events with `ending_before`, send `X-Account-Id`.',
  )
  @ApiOkResponse({ type: EventListBody })
  async list(@Scope() scope: AccountScope, @Query() query: ListEventsQuery): Promise<EventListBody> {
    const cursor = cursorRequestOf(query);
    const filter = { type: query.type, subjectId: query.subject_id };
    const page = await this.lists.page(scope, (accountId) => this.events.list(accountId, cursor, filter));
    return cursorBody(page, eventBody);
  }
}
