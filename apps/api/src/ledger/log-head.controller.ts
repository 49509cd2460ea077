import { DomainError } from '@florin/kernel';
import { LogHeadReader } from '@florin/ledger';
import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { type AccountScope, Scope } from '../auth/account-scope.js';
import { ActsForAccount, Operation } from '../auth/operation.decorator.js';
import { EmptyQuery } from '../common/validation/empty.dto.js';
import { LogHeadBody, logHeadBody } from './log-head.dto.js';

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
    return logHeadBody(head);
  }
}
