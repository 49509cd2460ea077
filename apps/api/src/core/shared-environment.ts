import type { LogLevel } from '@florin/infrastructure';
import {
  IsLogLevel,
  IsMetricsToken,
  IsSettlementDelay,
  IsWorkerPort,
  type NumberOrOff,
} from '@florin/infrastructure/environment';
import { IsOptional, IsString } from 'class-validator';

/** The environment variables that the API and the worker share. */
export class SharedEnvironment {
  @IsOptional()
  @IsSettlementDelay()
  readonly SETTLEMENT_DELAY_SECONDS?: NumberOrOff;

  @IsLogLevel()
  readonly LOG_LEVEL: LogLevel = 'info';

  @IsOptional()
  @IsMetricsToken()
  readonly METRICS_TOKEN?: string;

  @IsOptional()
  @IsWorkerPort()
  readonly WORKER_PORT?: NumberOrOff;

  @IsString()
  readonly WORKER_HOST: string = '127.0.0.1';
}
