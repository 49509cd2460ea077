import { currency, DomainError } from '@florin/kernel';
import { Ledger, openBalance } from '@florin/ledger';
import { MemoryLedgerStore, SystemClock, SystemIds } from '@florin/ledger/memory';

const [store, clock, ids] = [new MemoryLedgerStore(), new SystemClock(), new SystemIds()];
const ledger = new Ledger(store, clock, ids);
const EUR = currency('EUR');
const { balances, events } = store.tables;

const accountId = ids.next('acct');
balances.set(accountId, openBalance(accountId, EUR, clock.now()));

// A credit becomes available when it settles.
const credit = await ledger.create({ accountId, amount: 100_00, currency: EUR, type: 'credit' });
await ledger.settle({ transactionId: credit.id, accountId, settlement: { status: 'succeeded' } });

// A payment holds its amount until it settles or is canceled.
await ledger.create({ accountId, amount: 25_00, currency: EUR, type: 'payment' });

// A rejected command throws a DomainError with a code, and changes nothing.
try {
  await ledger.create({ accountId, amount: 90_00, currency: EUR, type: 'payment' });
} catch (error) {
  if (!(error instanceof DomainError) || error.code !== 'insufficient_funds') throw error;
  console.log('rejected:', error.code);
}

const balance = balances.get(accountId);
console.log('available', balance?.available, 'held', balance?.held);
for (const { type, data } of events) console.log(type, data['type'], data['amount']);
