import type { AccountId, EventEnvelope } from '@florin/kernel';
import { EventReader } from '@florin/ledger';
import { Controller, Get, Query } from '@nestjs/common';
import { ApiHeader, ApiOkResponse, ApiProperty, ApiTags } from '@nestjs/swagger';
import { actingAccount } from '../accounts/acting-account.js';
import { ActingFor } from '../identity/access/caller.js';
import { Operation } from '../identity/access/operation.js';
import { cursorBody, CursorQuery, cursorRequestOf } from '../identity/cursor.dto.js';

export class EventBody {
  @ApiProperty({ example: 'evt_01k9zxv3s8e7qv5m2c4w6y8h0j' }) id!: string;
  @ApiProperty({ example: 'transaction.created' }) type!: string;
  @ApiProperty({ example: 'acct_01k9zxv3s8e7qv5m2c4w6y8h0j' }) account_id!: string;
  @ApiProperty({ description: 'What it happened to.', example: 'txn_01k9zxv3s8e7qv5m2c4w6y8h0j' })
  subject_id!: string;
  @ApiProperty({ type: 'object', additionalProperties: true }) data!: object;
  @ApiProperty({ format: 'date-time' }) created_at!: string;
}

export class EventListBody {
  @ApiProperty({ enum: ['list'] }) object!: 'list';
  @ApiProperty({ type: [EventBody] }) data!: readonly EventBody[];
  @ApiProperty() has_more!: boolean;
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
@ApiHeader({
  name: 'X-Account-Id',
  required: false,
  description: 'For admin and platform tokens: whose account.',
})
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
