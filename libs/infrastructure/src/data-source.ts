import type { Logger } from 'pino';
import type { DataSource } from 'typeorm';
import { ENTITIES } from './entities.js';
import * as postgres from './postgres/data-source.js';
import { type Database, type OpenSettings, openDatabase as openWith } from './postgres/database.js';

/** A data source with all entities. postgres/ must not import them. */
export const createDataSource = (settings: postgres.DatabaseSettings): DataSource =>
  postgres.createDataSource(settings, ENTITIES);

export const openDatabase = (
  url: string,
  logger: Logger,
  settings: OpenSettings = {},
  signal?: AbortSignal,
): Promise<Database> => openWith(url, logger, { entities: ENTITIES, ...settings }, signal);
