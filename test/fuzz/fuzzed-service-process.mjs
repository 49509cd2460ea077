// The built service in a process of its own, so that it does not share a core with whoever makes its work. Plain
// JavaScript, because nothing compiles it. Being late means nothing here: the machine may be busy with something else.
import { createLogger } from '@florin/infrastructure';
import { resolveConfig } from '../../apps/api/dist/config/resolved-config.js';
import { parseSettings } from '../../apps/api/dist/config/settings.js';
import { startFlorin } from '../../apps/api/dist/start.js';

const PATIENT = { eventLoopDelayMs: 60_000, inFlight: 100_000 };

const { api, stop } = await startFlorin(resolveConfig(parseSettings(process.env)), {
  logger: createLogger('info'),
  say: () => {},
  limits: PATIENT,
  timeouts: { connect: 30_000, lock: 30_000 },
});
process.once('disconnect', () => stop().then(() => process.exit(0)));
process.send(api.url);
