import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { OpenAPIObject } from '@nestjs/swagger';
import { type ApiCore, AppModule, FEATURE_MODULES } from '../app.module.js';
import { describeApi } from './document.js';

/** The committed document has a relative server URL. */
const RELATIVE = '/';

/** Needs no database: Nest creates no providers in preview mode. */
export async function documentFromCode(): Promise<OpenAPIObject> {
  const emptyCore = { settings: {}, database: {}, logger: {}, startupMessages: {} } as unknown as ApiCore;
  const app = await NestFactory.create<NestFastifyApplication>(
    AppModule.of(emptyCore, FEATURE_MODULES),
    new FastifyAdapter(),
    { preview: true, logger: false, abortOnError: false },
  );
  return describeApi(app, RELATIVE);
}
