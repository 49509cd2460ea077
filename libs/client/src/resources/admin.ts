import { type Api, callInit, type CallOptions, dataOf } from '../call.js';
import type { GetPlatformActivityQuery, PlatformActivity, ServiceHealth } from '../schema.js';

/** For admins and platform keys. */
export interface AdminApi {
  /** Money in and out of all accounts by day, week or month in UTC, for each currency. */
  activity(query?: GetPlatformActivityQuery, options?: CallOptions): Promise<PlatformActivity>;
  /** The jobs of the workers, the last verification of the ledger, and what waits to be sent. */
  health(options?: CallOptions): Promise<ServiceHealth>;
}

export const adminApi = (api: Api): AdminApi => ({
  activity: (query = {}, options) =>
    dataOf(api.GET('/v1/admin/activity', { params: { query }, ...callInit(options) })),
  health: (options) => dataOf(api.GET('/v1/admin/health', callInit(options))),
});
