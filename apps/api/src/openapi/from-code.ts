import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { OpenAPIObject } from '@nestjs/swagger';
import { type ApiCore, AppModule, SLICES } from '../app.module.js';
import { describeApi } from './document.js';

/** Where a reader of the committed document finds the service: at the address the document came from. */
const RELATIVE = '/';

/** Without a running service: Nest's preview mode creates no provider. */
export async function documentFromCode(): Promise<OpenAPIObject> {
  const emptyCore = { settings: {}, database: {}, logger: {}, startupMessages: {} } as unknown as ApiCore;
  const app = await NestFactory.create<NestFastifyApplication>(
    AppModule.of(emptyCore, SLICES),
    new FastifyAdapter(),
    { preview: true, logger: false, abortOnError: false },
  );
  return describeApi(app, RELATIVE);
}
