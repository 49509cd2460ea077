import { healthProblemsOf, ServiceStateReader } from '@florin/infrastructure';
import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Operation } from '../auth/operation.decorator.js';
import { EmptyQuery } from '../common/validation/empty.dto.js';
import { Settings } from '../config/settings.js';
import { ServiceHealthBody, serviceHealthBody } from './service-health.dto.js';

@ApiTags('Operations')
@Controller('v1/admin/health')
export class ServiceHealthController {
  constructor(
    private readonly reader: ServiceStateReader,
    private readonly settings: Settings,
  ) {}

  @Get()
  @Operation(
    'admin.health',
    'Retrieve the health of the service',
    'The jobs of the workers, the last verification of the ledger, and the webhooks and mails that wait to be sent. For load balancers and alerts, use the health checks and metrics instead.',
  )
  @ApiOkResponse({ type: ServiceHealthBody })
  async get(@Query() _query: EmptyQuery): Promise<ServiceHealthBody> {
    const state = await this.reader.read();
    return serviceHealthBody(state, healthProblemsOf(state, this.settings.hasMailServer));
  }
}
