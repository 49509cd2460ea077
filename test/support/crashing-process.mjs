// Runs the built service, or resolves stuck attempts or refunds, and kills itself with SIGKILL at a crash point of a payment
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
  PaymentProcessor,
  PaymentsUnitOfWork,
  ResolveStuckAttempts,
  ResolveStuckRefunds,
} from '@florin/payments';
import { resolveConfig } from '../../apps/api/dist/config/resolved-config.js';
import { parseSettings } from '../../apps/api/dist/config/settings.js';
import { startFlorin } from '../../apps/api/dist/start.js';
import { withCallPoints, withCommitPoints } from '../../libs/payments/src/testing/crash-points.ts';

const { MODE, CRASH_AT, HOLD_CHARGES } = process.env;

/** Never resolves, because the signal may take a moment to arrive. */
const crash = () => {
  process.kill(process.pid, 'SIGKILL');
  return new Promise(() => {});
};

/** Reports the approved charge to the test, and waits for its message. */
function holdCharge() {
  process.send('charged');
  return new Promise((resolve) => process.once('message', resolve));
}

async function reach(point) {
  if (point === 'after charge' && HOLD_CHARGES !== undefined) await holdCharge();
  if (point === CRASH_AT) await crash();
}

async function serve() {
  const { api } = await startFlorin(resolveConfig(parseSettings(process.env)), {
    logger: createLogger('silent'),
    printLine: () => {},
  });
  const [processor, unitOfWork] = [api.app.get(PaymentProcessor), api.app.get(PaymentsUnitOfWork)];
  Object.assign(processor, withCallPoints(processor, reach));
  Object.assign(unitOfWork, withCommitPoints(unitOfWork, reach));
  process.send(api.url);
}

async function resolve() {
  const source = await connect(createDataSource({ url: process.env.DATABASE_URL }));
  const clock = new SystemClock();
  const processor = withCallPoints(new SandboxProcessor(source), reach);
  const unitOfWork = withCommitPoints(paymentsUnitOfWork(source, new SystemIds()), reach);
  const conclusion = new ConcludeAttempt(unitOfWork, processor, clock);
  const reader = new TypeOrmPaymentRequestReader(source);
  process.send(await new ResolveStuckAttempts(reader, processor, conclusion, clock, 0).execute());
  process.exit(0);
}

async function resolveRefunds() {
  const source = await connect(createDataSource({ url: process.env.DATABASE_URL }));
  const clock = new SystemClock();
  const conclusion = new ConcludeRefund(
    new TypeOrmPaymentRequestReader(source),
    withCommitPoints(paymentsUnitOfWork(source, new SystemIds()), reach),
    withCallPoints(new SandboxProcessor(source), reach),
    clock,
  );
  process.send(
    await new ResolveStuckRefunds(new TypeOrmRefundReader(source), conclusion, clock, 0).execute(),
  );
  process.exit(0);
}

await { serve, resolve, 'resolve refunds': resolveRefunds }[MODE]();
