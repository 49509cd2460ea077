import { Database } from '@florin/infrastructure';
import {
  Body,
  Controller,
  Delete,
  Get,
  HttpCode,
  Inject,
  Module,
  Param,
  Patch,
  Post,
  Query,
  Req,
} from '@nestjs/common';
import { DomainError } from '@florin/kernel';
import { isSecureRequest } from '../../apps/api/src/auth/secure-request.js';
import { OverrideStatuses } from '../../apps/api/src/common/errors/status-overrides.js';
import {
  IsAmount,
  IsCurrency,
  IsMetadata,
  IsName,
  IsPassword,
  IsReference,
} from '../../apps/api/src/common/decorators/fields.js';
import { IsQueryInteger, IsQueryText } from '../../apps/api/src/common/decorators/query-fields.js';
import { EmptyBody, EmptyQuery } from '../../apps/api/src/common/validation/empty.dto.js';

type EdgeRequest = Parameters<typeof isSecureRequest>[0];

/** `POST /v1/echo/held` waits until the test opens the gate. */
class RequestGate {
  opened!: Promise<void>;
  open!: () => void;

  constructor() {
    this.close();
  }

  close(): void {
    this.opened = new Promise((resolve) => {
      this.open = resolve;
    });
  }
}

export const heldRequests = new RequestGate();

class NewEcho {
  @IsAmount() amount!: number;
  @IsCurrency() currency!: string;
  @IsName({ optional: true }) name?: string;
  @IsPassword({ optional: true }) password?: string;
  @IsReference({ optional: true }) reference?: string;
  @IsMetadata({ optional: true }) metadata?: object;
}

class EchoChange {
  @IsName({ optional: true }) name?: string;
  @IsReference({ optional: true, nullable: true }) reference?: string | null;
}

class EchoQuery {
  @IsQueryInteger({ min: 1, max: 100, default: 25 }) limit = 25;
  @IsQueryText({ least: 1, most: 255 }) search?: string;
}

/** A test module for behaviour outside of the real modules: validation, errors, limits. */
@Controller('v1/echo')
class EchoController {
  constructor(@Inject(Database) private readonly database: Database) {}

  @Post()
  create(@Body() sent: NewEcho, @Query() _query: EmptyQuery): object {
    return sent;
  }

  @Get()
  list(@Query() query: EchoQuery): object {
    return query;
  }

  @Get(':id')
  one(@Param('id') id: string, @Query() _query: EmptyQuery): object {
    throw new DomainError('not_found', `Echo not found: ${id.length > 40 ? 'id too long' : id}.`);
  }

  @Patch(':id')
  change(@Body() change: EchoChange, @Query() _query: EmptyQuery): object {
    return { fields: Object.keys(change), reference: change.reference };
  }

  @Delete(':id')
  remove(@Body() body: unknown, @Query() _query: EmptyQuery): object {
    return { body: body ?? null };
  }

  @Post('idle')
  @HttpCode(200)
  idle(@Query() _query: EmptyQuery, @Body() _body: EmptyBody): object {
    return {};
  }

  @Post('held')
  @HttpCode(200)
  async held(@Query() _query: EmptyQuery, @Body() _body: EmptyBody): Promise<object> {
    await heldRequests.opened;
    return { finished: true };
  }

  @Get('database/answer')
  async database_(): Promise<object> {
    return { rows: await this.database.source.query<unknown>('SELECT 1 AS one') };
  }

  @Get('database/sleep')
  async sleep(): Promise<object> {
    await this.database.source.query('SELECT pg_sleep(0.2)');
    return { slept: true };
  }

  @Get('secure/request')
  secure(@Req() request: EdgeRequest): object {
    if (!isSecureRequest(request)) throw new DomainError('invalid_request', 'Not over plain HTTP.');
    return { protocol: request.protocol, ip: request.ip };
  }

  @Get('fails/unexpectedly')
  fail(): never {
    throw new Error('the canary sings about row 4711');
  }

  @Get('fails/otherwise')
  @OverrideStatuses({ unauthorized: 403 })
  failOtherwise(): never {
    throw new DomainError('unauthorized', 'Not today.');
  }
}

@Module({ controllers: [EchoController] })
export class EchoModule {}
