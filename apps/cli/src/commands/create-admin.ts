import { randomBytes } from 'node:crypto';
import {
  identityUnitOfWork,
  migrate,
  PooledBcryptHasher,
  readPasswordCost,
  SystemClock,
  SystemIds,
} from '@florin/infrastructure';
import { checkPassword, CreateAdmin } from '@florin/identity';
import { DomainError, requireEmail, requireName } from '@florin/kernel';
import { withDatabase } from '../database.js';
import { EXIT, Failure, UsageError } from '../errors.js';
import type { CommonOptions, Invocation, Run } from '../invocation.js';
import { askSecret, readSecret } from '../prompt.js';

/** 144 bits in 24 characters. */
const PASSWORD_BYTES = 18;

interface Options extends CommonOptions {
  readonly name?: string;
  readonly passwordStdin?: boolean;
  readonly generatePassword?: boolean;
}

export const run: Run<Options> = async (invocation) => {
  const { options, terminal, report } = invocation;
  const email = asUsage(() => requireEmail(invocation.arguments[0]));
  const { name: nameOption } = options;
  const name = nameOption === undefined ? undefined : asUsage(() => requireName(nameOption));
  const cost = readPasswordCost(terminal.environment);
  const chosen = await choosePassword(invocation);
  checkPassword(chosen.password, [email, name]);

  return withDatabase(invocation, 'create', async (source, { url }) => {
    await migrate({ url }, { signal: terminal.signal });
    const hasher = new PooledBcryptHasher({ cost, maxThreads: 1 });
    const creation = new CreateAdmin(identityUnitOfWork(source), hasher, new SystemIds(), new SystemClock());
    const admin = { email, name, password: chosen.password };
    const { id } = await creation.execute(admin).finally(() => hasher.close());
    report.print(`Created admin ${email} (${id}).`);
    if (chosen.isGenerated) report.print(`Password, shown only now: ${chosen.password}`);
    report.result({ id, email, ...(chosen.isGenerated && { password: chosen.password }) });
    return EXIT.ok;
  });
};

async function choosePassword({ options, terminal }: Invocation<Options>) {
  const { passwordStdin = false, generatePassword: mustGenerate = false } = options;
  if (passwordStdin && mustGenerate) {
    throw new UsageError('--password-stdin and --generate-password exclude each other');
  }
  if (passwordStdin) return { password: await readSecret(terminal), isGenerated: false };
  if (mustGenerate || terminal.stdin.isTTY !== true) return generatePassword();
  const password = await askSecret(terminal, 'Password (empty to generate one):');
  if (password === '') return generatePassword();
  checkPassword(password);
  if ((await askSecret(terminal, 'Repeat the password:')) !== password) {
    throw new Failure('the passwords differ; no user was created');
  }
  return { password, isGenerated: false };
}

const generatePassword = () => ({
  password: randomBytes(PASSWORD_BYTES).toString('base64url'),
  isGenerated: true,
});

function asUsage<Value>(parse: () => Value): Value {
  try {
    return parse();
  } catch (error) {
    throw error instanceof DomainError ? new UsageError(error.message) : error;
  }
}
