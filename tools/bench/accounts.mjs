// Opens accounts with the service's use case, but with a creation time in the past.
import { randomBytes, randomInt } from 'node:crypto';
import { OpenAccount } from '@florin/accounts';
import {
  accountsUnitOfWork,
  connect,
  createDataSource,
  HashedOwnerPasswords,
  PooledBcryptHasher,
} from '@florin/infrastructure';
import { idFromUuid, uuidFromId, uuidV7Source } from '@florin/kernel';

const DAY_MS = 86_400_000;
const CONCURRENCY = 8;
const ACTOR = { name: 'system', address: undefined, agent: 'florin generate' };

/** Opens accounts whose owners all have the same password. Returns their uuids. */
export async function openAccounts(databaseUrl, count, { days = 180, password }) {
  const openedAt = Date.now() - (days + 1) * DAY_MS;
  const nextUuid = uuidV7Source(
    () => openedAt,
    () => randomInt(2 ** 32),
  );
  const ids = { next: (prefix) => idFromUuid(prefix, nextUuid()) };
  const source = await connect(createDataSource({ url: databaseUrl, applicationName: 'florin generate' }));
  const hasher = new PooledBcryptHasher({ cost: 4 });
  try {
    const openAccount = new OpenAccount(
      accountsUnitOfWork(source, ids),
      new HashedOwnerPasswords(hasher),
      ids,
      { now: () => new Date(openedAt) },
    );
    const open = async () => {
      const email = `generated-${randomBytes(6).toString('hex')}@example.com`;
      const input = { email, name: 'Generated', type: 'business', password };
      const { value } = await openAccount.execute(ACTOR, input);
      return uuidFromId(value.id);
    };
    const opened = [];
    while (opened.length < count) {
      const next = Math.min(CONCURRENCY, count - opened.length);
      opened.push(...(await Promise.all(Array.from({ length: next }, open))));
    }
    return opened;
  } finally {
    await hasher.close();
    await source.destroy();
  }
}
