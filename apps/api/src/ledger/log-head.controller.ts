import { DomainError } from '@florin/kernel';
import { LogHeadReader } from '@florin/ledger';
import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiSchema, ApiTags } from '@nestjs/swagger';
import { type AccountScope, Scope } from '../auth/account-scope.js';
import { ActsForAccount, Operation } from '../auth/operation.decorator.js';
import { EmptyQuery } from '../common/validation/empty.dto.js';
import { ApiHash, ApiId } from '../openapi/fields.js';

@ApiSchema({ name: 'LogHead', description: 'The newest event of the account and its hash.' })
export class LogHeadBody {
  @ApiId('acct', 'The account.') account_id!: string;
  @ApiId('evt', 'The newest event. Null if there is none, or if the events are not chained yet.', {
    nullable: true,
  })
  event_id!: string | null;
  @ApiHash('The hash of that event; 64 zeros if there is none. Null if the events are not chained yet.')
  hash!: string | null;
}

@ApiTags('Events')
@ActsForAccount()
@Controller('v1/account/log_head')
export class LogHeadController {
  constructor(private readonly heads: LogHeadReader) {}

  @Get()
  @Operation(
    'account.log_head',
    'Retrieve the head of the event log',
    'Store the hash outside of Florin: as long as the log still contains an event with it, no event up to that one was changed, removed or inserted.',
  )
  @ApiOkResponse({ type: LogHeadBody })
  async get(@Scope() scope: AccountScope, @Query() _query: EmptyQuery): Promise<LogHeadBody> {
    const head = await this.heads.find(scope.requireAccount());
    if (head === undefined) throw new DomainError('not_found', 'There is no such account.');
    return { account_id: head.accountId, event_id: head.eventId ?? null, hash: head.hash ?? null };
  }
}
