import { randomBytes } from 'node:crypto';
import {
  identityUnitOfWork,
  migrate,
  PooledBcryptHasher,
  readPasswordCost,
  settingReader,
  SystemClock,
  SystemIds,
} from '@florin/infrastructure';
import { checkPassword, CreateAdmin } from '@florin/identity';
import { DomainError, requireEmail, requireName } from '@florin/kernel';
import type { Invocation, Run } from '../command.js';
import { withDatabase } from '../database.js';
import { EXIT, Failure, UsageError } from '../errors.js';
import { askSecret, readSecret } from '../prompt.js';
import { reportFor } from '../reporting.js';

/** 144 bits, in 24 characters that a person can copy. */
const PASSWORD_BYTES = 18;

export const run: Run = async (invocation) => {
  const {
    options,
    terminal,
    arguments: [address],
  } = invocation;
  const report = reportFor(invocation);
  const email = asUsage(() => requireEmail(address));
  const given = options.text('name');
  const name = given === undefined ? undefined : asUsage(() => requireName(given));
  const cost = readPasswordCost(settingReader(terminal.environment));
  const chosen = await choosePassword(invocation);
  checkPassword(chosen.password);

  return withDatabase(options, terminal, 'makes', async (source, { url }) => {
    await migrate({ url }, { signal: terminal.signal });
    const hasher = new PooledBcryptHasher({ cost, maxThreads: 1 });
    const creation = new CreateAdmin(identityUnitOfWork(source), hasher, new SystemIds(), new SystemClock());
    const admin = { email, name, password: chosen.password };
    const { id } = await creation.execute(admin).finally(() => hasher.close());
    report.say(`${email} is an admin now (${id}).`);
    if (chosen.isGenerated) report.say(`Its password, shown only now: ${chosen.password}`);
    report.tell({ id, email, ...(chosen.isGenerated && { password: chosen.password }) });
    return EXIT.ok;
  });
};

interface ChosenPassword {
  readonly password: string;
  readonly isGenerated: boolean;
}

async function choosePassword({ options, terminal }: Invocation): Promise<ChosenPassword> {
  const fromInput = options.flag('password-stdin');
  const generate = options.flag('generate-password');
  if (fromInput && generate) {
    throw new UsageError('--password-stdin and --generate-password contradict each other');
  }
  if (fromInput) return { password: await readSecret(terminal), isGenerated: false };
  if (generate || terminal.stdin.isTTY !== true) return generated();
  const password = await askSecret(terminal, 'Password (leave it empty to have one made): ');
  if (password === '') return generated();
  checkPassword(password);
  if ((await askSecret(terminal, 'The same again: ')) !== password) {
    throw new Failure('the two passwords differ; nothing was done');
  }
  return { password, isGenerated: false };
}

const generated = (): ChosenPassword => ({
  password: randomBytes(PASSWORD_BYTES).toString('base64url'),
  isGenerated: true,
});

/** What the domain refuses about the command line is the command line's fault. */
function asUsage<Value>(parse: () => Value): Value {
  try {
    return parse();
  } catch (error) {
    throw error instanceof DomainError ? new UsageError(error.message) : error;
  }
}
