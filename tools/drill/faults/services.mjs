// Faults of the services: kill, restart, clock skew.

const HOUR_MS = 3_600_000;

export async function killApi({ environment, random }) {
  await killAndRestart(environment, random.pick(environment.apis));
}

export async function killWorker({ environment }) {
  await killAndRestart(environment, environment.worker);
}

async function killAndRestart(environment, service) {
  await service.end('SIGKILL');
  await environment.start(service);
}

/** A rolling restart. */
export async function restartApi({ environment, round, journal }) {
  const service = environment.apis[round % environment.apis.length];
  const code = await service.end('SIGTERM');
  if (code !== 0) journal.problems.push(`${service.name} exited with ${code} on SIGTERM`);
  await environment.start(service);
}

/** Shifts the clock of one process by up to two hours, or resets it. */
export function jumpClock({ environment, random }) {
  const shiftMs = random.boolean(0.2) ? 0 : Math.round((random.next() * 4 - 2) * HOUR_MS);
  random.pick(environment.services).send({ shiftMs });
}

export function resetClocks({ environment }) {
  for (const service of environment.services) service.send({ shiftMs: 0 });
}
