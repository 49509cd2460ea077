import type { AccountId, EventEnvelope } from '@florin/kernel';
import { EventReader } from '@florin/ledger';
import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiProperty, ApiSchema, ApiTags } from '@nestjs/swagger';
import { actingAccount } from '../accounts/acting-account.js';
import { ActingFor } from '../identity/access/caller.js';
import { ActsForAccount, Operation } from '../identity/access/operation.js';
import { cursorBody, CursorQuery, cursorRequestOf } from '../identity/cursor.dto.js';
import { Always, Flag, IdOf, IdOfAny, Instant, Pairs, Words } from '../openapi/fields.js';
import { Query } from '../validation/dto.pipe.js';

@ApiSchema({ name: 'Event', description: 'Something that happened to the account.' })
export class EventBody {
  @IdOf('evt', 'The event.') id!: string;
  @Words('What happened.', 'transaction.created') type!: string;
  @IdOf('acct', 'Whose it is.') account_id!: string;
  @IdOfAny(['txn', 'pay', 'sub', 'acct'], 'What it happened to.') subject_id!: string;
  @Pairs('What there is to say about it.', { amount: 7500 }) data!: object;
  @Instant('When it happened.') created_at!: string;
}

@ApiSchema({ name: 'EventList', description: 'A page of what happened to the account, newest first.' })
export class EventListBody {
  @Always('list', 'Says that this is a list.') object!: 'list';
  @ApiProperty({ type: [EventBody], description: 'The events of this page.' }) data!: readonly EventBody[];
  @Flag('Whether there are more beyond this page.') has_more!: boolean;
}

const eventBody = ({ id, type, accountId, subjectId, data, occurredAt }: EventEnvelope): EventBody => ({
  id,
  type,
  account_id: accountId,
  subject_id: subjectId,
  data,
  created_at: occurredAt.toISOString(),
});

@ApiTags('Events')
@ActsForAccount()
@Controller('v1/events')
export class EventsController {
  constructor(private readonly events: EventReader) {}

  @Get()
  @Operation('events.list', 'List what happened to the account, newest first')
  @ApiOkResponse({ type: EventListBody })
  async list(
    @ActingFor() accountId: AccountId | undefined,
    @Query() query: CursorQuery,
  ): Promise<EventListBody> {
    const request = cursorRequestOf('evt', query);
    return cursorBody(await this.events.list(actingAccount(accountId, 'events.list'), request), eventBody);
  }
}
