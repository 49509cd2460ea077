// What can happen to the programs of Florin: they are killed, restarted, or their clock is set.

const HOUR_MS = 3_600_000;

/** Kills one instance as the machine would, and starts another in its place. */
export async function killApi({ house, chance }) {
  await killAndStart(house, chance.pick(house.apis));
}

export async function killWorker({ house }) {
  await killAndStart(house, house.worker);
}

async function killAndStart(house, service) {
  await service.end('SIGKILL');
  await house.start(service);
}

/** Restarts the instances in turn, gently, as a rollout does. */
export async function restartApi({ house, strikes, journal }) {
  const service = house.apis[strikes % house.apis.length];
  const code = await service.end('SIGTERM');
  if (code !== 0) journal.problems.push(`${service.name} ended with ${code} on SIGTERM`);
  await house.start(service);
}

/** Sets the clock of one process forward or back by up to two hours; with some luck it is set right again. */
export function jumpClock({ house, chance }) {
  const shiftMs = chance.is(0.2) ? 0 : Math.round((chance.next() * 4 - 2) * HOUR_MS);
  chance.pick(house.services).tell({ shiftMs });
}

export function setClocksRight({ house }) {
  for (const service of house.services) service.tell({ shiftMs: 0 });
}
