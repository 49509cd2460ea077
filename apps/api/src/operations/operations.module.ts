import { ServiceStateReader } from '@florin/infrastructure';
import { Module } from '@nestjs/common';
import { provideWithDatabase } from '../core/factory-provider.js';
import { ServiceHealthController } from './service-health.controller.js';

/** What operators see of the service itself. */
@Module({
  controllers: [ServiceHealthController],
  providers: [provideWithDatabase(ServiceStateReader, ServiceStateReader)],
})
export class OperationsModule {}
