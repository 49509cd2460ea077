import { GetAccount } from '@florin/accounts';
import { Clock } from '@florin/kernel';
import { activityBetween, bucketBorders, RunningTotalsReader } from '@florin/ledger';
import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { type AccountScope, Scope } from '../auth/account-scope.js';
import { ActsForAccount, Operation } from '../auth/operation.decorator.js';
import { ApiErrorCodes } from '../openapi/operation-extensions.js';
import { ActivityBody, activityBucketBody, ActivityQuery, bucketRangeOf } from './activity.dto.js';

@ApiTags('Reports')
@ActsForAccount()
@Controller('v1/account/activity')
export class ActivityController {
  constructor(
    private readonly accounts: GetAccount,
    private readonly totals: RunningTotalsReader,
    private readonly clock: Clock,
  ) {}

  @Get()
  @Operation(
    'account.activity',
    'Retrieve the activity',
    "Money in and out by day, week or month of the account's time zone. A day has 23 or 25 hours when the clocks change.",
  )
  @ApiErrorCodes('conflict')
  @ApiOkResponse({ type: ActivityBody })
  async get(@Scope() scope: AccountScope, @Query() query: ActivityQuery): Promise<ActivityBody> {
    const { id, settings } = await this.accounts.execute(scope.requireAccount());
    const borders = bucketBorders(bucketRangeOf(query, settings.timezone, this.clock.now()));
    const totals = await this.totals.before(id, borders);
    return { data: activityBetween(borders, totals).map(activityBucketBody) };
  }
}
