// Runs the built service, or resolves what it left, and ends itself at a named moment of a payment as kill -9 would:
// nothing is flushed, nothing is caught, nothing is closed. Plain JavaScript, because it is a process of its own.
import {
  connect,
  createDataSource,
  createLogger,
  paymentsUnitOfWork,
  SandboxProcessor,
  SystemClock,
  SystemIds,
  TypeOrmPaymentRequestReader,
} from '@florin/infrastructure';
import { ConcludeAttempt, FaultPoints, ResolveStuckAttempts } from '@florin/payments';
import { AccountsModule } from '../../apps/api/dist/accounts/accounts.module.js';
import { IdentityModule } from '../../apps/api/dist/identity/identity.module.js';
import { LedgerModule } from '../../apps/api/dist/ledger/ledger.module.js';
import { PaymentsModule } from '../../apps/api/dist/payments/payments.module.js';
import { SubscriptionsModule } from '../../apps/api/dist/subscriptions/subscriptions.module.js';
import { resolveConfig } from '../../apps/api/dist/config/resolved-config.js';
import { parseSettings } from '../../apps/api/dist/config/settings.js';
import { startFlorin } from '../../apps/api/dist/start.js';

const { MODE, DIE_AT, HOLD_CHARGES } = process.env;

/** Whoever waits for this never goes on: the signal may take a moment to arrive. */
const die = () => {
  process.kill(process.pid, 'SIGKILL');
  return new Promise(() => {});
};

class DiesAt extends FaultPoints {
  reach(point) {
    return point === DIE_AT ? die() : Promise.resolve();
  }
}

/** Tells the test that the bank has said yes, and goes on when the test says so. */
function holdCharge() {
  if (HOLD_CHARGES === undefined) return Promise.resolve();
  process.send('charged');
  return new Promise((resolve) => process.once('message', resolve));
}

async function serve() {
  const sandbox = { afterCharge: holdCharge };
  const payments = PaymentsModule.of({ sandbox, points: new DiesAt() });
  const { api } = await startFlorin(resolveConfig(parseSettings(process.env)), {
    logger: createLogger('silent'),
    say: () => {},
    slices: [IdentityModule, AccountsModule, LedgerModule, payments, SubscriptionsModule.beside(payments)],
  });
  process.send(api.url);
}

async function resolve() {
  const source = await connect(createDataSource({ url: process.env.DATABASE_URL }));
  const clock = new SystemClock();
  const processor = new SandboxProcessor(source);
  const asked = Object.create(processor, {
    resolve: {
      value: async (key) => {
        const outcome = await processor.resolve(key);
        return DIE_AT === 'after resolve' ? die() : outcome;
      },
    },
  });
  const conclusion = new ConcludeAttempt(
    paymentsUnitOfWork(source, new SystemIds()),
    asked,
    new DiesAt(),
    clock,
  );
  const reader = new TypeOrmPaymentRequestReader(source);
  process.send(await new ResolveStuckAttempts(reader, asked, conclusion, clock, 0).execute());
  process.exit(0);
}

await (MODE === 'resolve' ? resolve() : serve());
