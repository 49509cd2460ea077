// Runs the built service, or resolves stuck attempts or refunds, and kills itself with SIGKILL at a fault point of a payment
// or a refund. Plain JavaScript, because nothing compiles it.
import {
  connect,
  createDataSource,
  createLogger,
  paymentsUnitOfWork,
  SandboxProcessor,
  SystemClock,
  SystemIds,
  TypeOrmPaymentRequestReader,
  TypeOrmRefundReader,
} from '@florin/infrastructure';
import {
  ConcludeAttempt,
  ConcludeRefund,
  FaultPoints,
  ResolveStuckAttempts,
  ResolveStuckRefunds,
} from '@florin/payments';
import { slicesWith } from '../../apps/api/dist/app.module.js';
import { PaymentsModule } from '../../apps/api/dist/payments/payments.module.js';
import { resolveConfig } from '../../apps/api/dist/config/resolved-config.js';
import { parseSettings } from '../../apps/api/dist/config/settings.js';
import { startFlorin } from '../../apps/api/dist/start.js';

const { MODE, CRASH_AT, HOLD_CHARGES } = process.env;

/** Never resolves, because the signal may take a moment to arrive. */
const crash = () => {
  process.kill(process.pid, 'SIGKILL');
  return new Promise(() => {});
};

class CrashingFaultPoints extends FaultPoints {
  reach(point) {
    return point === CRASH_AT ? crash() : Promise.resolve();
  }
}

/** Reports the approved charge to the test, and waits for its message. */
function holdCharge() {
  if (HOLD_CHARGES === undefined) return Promise.resolve();
  process.send('charged');
  return new Promise((resolve) => process.once('message', resolve));
}

async function serve() {
  const sandbox = { afterCharge: holdCharge };
  const payments = PaymentsModule.of({ sandbox, points: new CrashingFaultPoints() });
  const { api } = await startFlorin(resolveConfig(parseSettings(process.env)), {
    logger: createLogger('silent'),
    printLine: () => {},
    slices: slicesWith(payments),
  });
  process.send(api.url);
}

async function resolve() {
  const source = await connect(createDataSource({ url: process.env.DATABASE_URL }));
  const clock = new SystemClock();
  const processor = new SandboxProcessor(source);
  const crashingProcessor = Object.create(processor, {
    resolve: {
      value: async (key) => {
        const outcome = await processor.resolve(key);
        return CRASH_AT === 'after resolve' ? crash() : outcome;
      },
    },
  });
  const conclusion = new ConcludeAttempt(
    paymentsUnitOfWork(source, new SystemIds()),
    crashingProcessor,
    new CrashingFaultPoints(),
    clock,
  );
  const reader = new TypeOrmPaymentRequestReader(source);
  process.send(await new ResolveStuckAttempts(reader, crashingProcessor, conclusion, clock, 0).execute());
  process.exit(0);
}

async function resolveRefunds() {
  const source = await connect(createDataSource({ url: process.env.DATABASE_URL }));
  const clock = new SystemClock();
  const conclusion = new ConcludeRefund(
    new TypeOrmPaymentRequestReader(source),
    paymentsUnitOfWork(source, new SystemIds()),
    new SandboxProcessor(source),
    new CrashingFaultPoints(),
    clock,
  );
  process.send(
    await new ResolveStuckRefunds(new TypeOrmRefundReader(source), conclusion, clock, 0).execute(),
  );
  process.exit(0);
}

await { serve, resolve, 'resolve refunds': resolveRefunds }[MODE]();
