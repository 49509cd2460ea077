import { cancelPendingRequests, type PaymentsStores } from '@florin/payments';
import type { ClosureStep } from '../accounts/closure-steps.js';

/** Nobody can pay an account that is closed. Its lock and its book's are held by the closure already. */
export const paymentsClosureStep = (stores: PaymentsStores): ClosureStep => ({
  terminate: ({ id, closedAt }) => cancelPendingRequests(stores, id, closedAt),
});
