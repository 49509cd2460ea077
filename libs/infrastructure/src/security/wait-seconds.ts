import { RateLimiterRes } from 'rate-limiter-flexible';

/** The library rejects with a result when the budget is spent, and with an error when something else went wrong. */
export async function waitSecondsOf(spending: Promise<RateLimiterRes>): Promise<number | undefined> {
  try {
    await spending;
    return undefined;
  } catch (spent) {
    if (!(spent instanceof RateLimiterRes)) throw spent;
    return Math.max(1, Math.ceil(spent.msBeforeNext / 1000));
  }
}
