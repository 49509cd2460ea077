import type { Logger } from 'pino';
import type { DataSource } from 'typeorm';

/** Clocks that are kept in time differ by a small part of it. */
const MOST_APART_MS = 60_000;

/**
 * Warns when the clock of this machine and that of the database are far apart. Whatever is due is due by the clock of the
 * process that looks: one that is hours ahead bills, expires and ends sessions too early, and there is no way back.
 * Nobody would think of the clock until then. It is no reason not to start, since it may be the database's that is wrong.
 */
export async function warnOfOtherClock(
  source: DataSource,
  logger: Pick<Logger, 'warn'>,
  now = (): number => Date.now(),
): Promise<void> {
  const askedAt = now();
  const [there] = await source.query<{ now: Date }[]>('SELECT clock_timestamp() AS now');
  const heardAt = now();
  const thereAt = there?.now.getTime() ?? askedAt;
  // The answer was given at some time in between, however long that was.
  const aheadMs = Math.max(0, askedAt - thereAt) - Math.max(0, thereAt - heardAt);
  if (Math.abs(aheadMs) <= MOST_APART_MS) return;
  logger.warn(
    { aheadSeconds: Math.round(aheadMs / 1_000) },
    'the clock of this machine is not that of the database; one of them is wrong, and what is due is due by this one',
  );
}
