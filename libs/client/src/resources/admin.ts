import { type Api, callInit, type CallOptions, dataOf } from '../call.js';
import type { ServiceHealth } from '../schema.js';

/** For admins and platform keys. */
export interface AdminApi {
  /** The jobs of the workers, the last verification of the books, and what waits to be sent. */
  health(options?: CallOptions): Promise<ServiceHealth>;
}

export const adminApi = (api: Api): AdminApi => ({
  health: (options) => dataOf(api.GET('/v1/admin/health', callInit(options))),
});
