import { Clock } from '@florin/kernel';
import { bucketDays, PlatformActivityReader } from '@florin/ledger';
import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Operation } from '../auth/operation.decorator.js';
import { ApiErrorCodes } from '../openapi/operation-extensions.js';
import { ActivityQuery, bucketRangeOf, currencyActivityBody, PlatformActivityBody } from './activity.dto.js';

@ApiTags('Reports')
@Controller('v1/admin/activity')
export class PlatformActivityController {
  constructor(
    private readonly activity: PlatformActivityReader,
    private readonly clock: Clock,
  ) {}

  @Get()
  @Operation(
    'admin.activity',
    'Retrieve the activity of all accounts',
    'Money in and out of all accounts by day, week or month in UTC, for each currency. A transfer counts on both of its sides.',
  )
  @ApiErrorCodes('conflict')
  @ApiOkResponse({ type: PlatformActivityBody })
  async get(@Query() query: ActivityQuery): Promise<PlatformActivityBody> {
    const days = bucketDays(bucketRangeOf(query, 'UTC', this.clock.now()));
    return { data: (await this.activity.between(days)).map(currencyActivityBody) };
  }
}
