// Runs the built service in its own process, so that it does not share a core with the fuzzer. Plain JavaScript, because
// nothing compiles it.
import { createLogger } from '@florin/infrastructure';
import { resolveConfig } from '../../apps/api/dist/config/resolved-config.js';
import { parseSettings } from '../../apps/api/dist/config/settings.js';
import { startFlorin } from '../../apps/api/dist/start.js';

// The machine may be busy: no load shedding.
const RELAXED_LIMITS = { eventLoopDelayMs: 60_000, inFlight: 100_000 };

const { api, stop } = await startFlorin(resolveConfig(parseSettings(process.env)), {
  logger: createLogger('info'),
  printLine: () => {},
  limits: RELAXED_LIMITS,
  timeouts: { connect: 30_000, lock: 30_000, readiness: 30_000 },
});
process.once('disconnect', () => stop().then(() => process.exit(0)));
process.send(api.url);
