import fc, { type Arbitrary } from 'fast-check';
import { casesFor, describeCase, type FuzzCase } from './cases.js';
import { MalformedResponse, type HttpResponse } from './http-responses.js';
import {
  type Fields,
  ResourceGone,
  type TestAccount,
  type Principal,
  UnexpectedFailure,
} from './test-account.js';
import { isAbout, problemOf } from './response-checks.js';
import { OPERATIONS } from './operations.js';
import { requestOf, type SentRequest } from './request.js';
import { Tally } from './tally.js';
import { PlaceholderResolver } from './placeholder-resolver.js';
import { NoResponse, type Wire } from './wire.js';
import { FuzzState } from './fuzz-state.js';

export interface FuzzPlan {
  readonly seed: number;
  readonly cases: number;
  /** Only this one, as it was made in a run with that seed. */
  readonly only?: number;
  readonly concurrency?: number;
  readonly onProgress?: (done: number) => void;
}

/** A case that the service did not stand up to. */
export interface Finding {
  readonly seed: number;
  readonly number: number;
  readonly problem: string;
  /** The case, made as small as it still fails. */
  readonly smallest: string;
  readonly request: string;
  readonly answer: string;
}

const AT_ONCE = 24;
/** After so many findings there is enough to do. */
const MAX_FINDINGS = 10;
/** A case is made smaller for this long and this often: one that waits for an answer in vain takes half a minute. */
const SHRINK_MS = 45_000;
const MOST_SHRINKS = 150;
/** Each operation has its turn. Those that are the same for everybody share one: there is less to find in them. */
const SHARED = OPERATIONS.filter(
  ({ permission, id }) => permission === undefined && !/Page$|Card$/.test(id),
).map(casesFor);
const OPERATION_CASES = OPERATIONS.filter(
  ({ permission, id }) => permission !== undefined || /Page$|Card$/.test(id),
).map(casesFor);

function casesAt(number: number): Arbitrary<FuzzCase> | undefined {
  const turn = number % (OPERATION_CASES.length + 1);
  if (turn < OPERATION_CASES.length) return OPERATION_CASES[turn];
  const round = Math.floor(number / (OPERATION_CASES.length + 1));
  return SHARED[round % SHARED.length];
}

class Failure extends Error {
  constructor(
    message: string,
    readonly request: string,
    readonly answer: string,
  ) {
    super(message);
  }
}

/** Draws cases and holds the service to them. The same seed draws the same cases, whatever their order. */
export class Fuzzer {
  readonly tally = new Tally();
  readonly findings: Finding[] = [];
  /** The exchange itself, where there is only one. */
  shown: string | undefined;
  readonly #state: FuzzState;

  constructor(
    private readonly wire: Wire,
    admin: { readonly email: string; readonly password: string },
    private readonly plan: FuzzPlan,
  ) {
    this.#state = new FuzzState(wire, admin);
  }

  async run(): Promise<void> {
    const { cases, only, concurrency = AT_ONCE, onProgress } = this.plan;
    if (only !== undefined) return this.#runCase(only);
    let next = 0;
    const troubles: unknown[] = [];
    const work = async (): Promise<void> => {
      while (next < cases && this.findings.length < MAX_FINDINGS && troubles.length === 0) {
        next += 1;
        onProgress?.(next);
        await this.#runCase(next - 1).catch((error: unknown) => troubles.push(error));
      }
    };
    await Promise.all(Array.from({ length: concurrency }, work));
    if (troubles.length > 0) throw troubles[0];
  }

  /** One case, and on failure ever smaller ones like it. */
  async #runCase(number: number): Promise<void> {
    const arbitrary = casesAt(number);
    if (arbitrary === undefined) return;
    let attempts = 0;
    let shrinkUntil = Infinity;
    let last: { readonly given: FuzzCase; readonly failure: Failure } | undefined;
    const property = fc.asyncProperty(arbitrary, async (given) => {
      attempts += 1;
      if (attempts > 1 && (attempts > MOST_SHRINKS || performance.now() > shrinkUntil)) return;
      try {
        await this.#attempt(given);
      } catch (error) {
        if (!(error instanceof Failure)) throw error;
        last = { given, failure: error };
        if (attempts === 1) shrinkUntil = performance.now() + SHRINK_MS;
        throw error;
      }
    });
    const { failed, errorInstance } = await fc.check(property, {
      seed: seedOf(this.plan.seed, number),
      numRuns: 1,
    });
    if (!failed) return;
    // A mistake of the fuzzer's own is no finding.
    if (last === undefined) throw new Error(`Case ${number} cannot be made: ${String(errorInstance)}`);
    const { given, failure } = last;
    this.findings.push({
      seed: this.plan.seed,
      number,
      problem: failure.message,
      smallest: describeCase(given),
      request: failure.request,
      answer: failure.answer,
    });
  }

  async #attempt(given: FuzzCase): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      try {
        // What closes an account needs one that nothing keeps open.
        const isEnd = given.operation.id === 'closeAccount' && given.home % 2 === 0;
        const ownAccount = await (isEnd ? this.#state.newAccount() : this.#state.account(given.home));
        const principal = await this.#state.principal(given.role, ownAccount);
        const foreign = (): Promise<TestAccount> => this.#state.account(given.home + 1);
        const resolver = new PlaceholderResolver(this.#state, ownAccount, foreign, principal);
        const sent = await requestOf(given, principal, (hole) => resolver.resolve(hole));
        await this.#exchange(given, sent, principal, ownAccount);
        return;
      } catch (error) {
        if (error instanceof UnexpectedFailure)
          throw new Failure(error.message, 'a request of the fuzzer itself', '');
        if (!(error instanceof ResourceGone) || tries === 5) throw error;
        // Another case has closed one of the accounts, or suspended it, or renamed or logged out its people.
        this.#state.discardAccounts(given.home);
      }
    }
  }

  async #exchange(
    given: FuzzCase,
    sent: SentRequest,
    principal: Principal,
    ownAccount: TestAccount,
  ): Promise<void> {
    const answers = await this.#answersTo(given, sent);
    if (this.plan.only !== undefined) this.shown = whole(given, sent, answers);
    for (const answer of answers) {
      this.tally.count(given, answer.status);
      const problem = problemOf({ given, sent, principal, owners: this.#state.owners, answer });
      if (problem !== undefined) throw new Failure(problem, textOf(sent), textOfAnswer(answer));
    }
    const [answer] = answers;
    if (answer === undefined || !isAbout(given, given.operation)) return;
    if (answer.status < 300 && !given.operation.isPage) {
      await this.#state.applyResponse(given.operation.id, {
        answer: fieldsOf(answer.text),
        sent: fieldsOf(sent.body.toString('utf8')),
        principal,
        accountId: ownAccount.accountId,
      });
    }
    if (answer.status === 401 && given.style === 'valid') await this.#state.replaceIfRevoked(principal);
  }

  async #answersTo(given: FuzzCase, sent: SentRequest): Promise<readonly HttpResponse[]> {
    try {
      if (given.style === 'raw') return await this.wire.sendRaw(sent.bytes);
      return [await this.wire.exchange(sent.method, sent.bytes)];
    } catch (error) {
      if (!(error instanceof NoResponse || error instanceof MalformedResponse)) throw error;
      throw new Failure(error.message, textOf(sent), '');
    }
  }
}

/** Neighbours must not draw alike, so that the number is stirred well before it becomes a seed. */
function seedOf(seed: number, number: number): number {
  let mixed = (seed ^ Math.imul(number + 1, 0x9e3779b1)) | 0;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) | 0;
}

const whole = (given: FuzzCase, sent: SentRequest, answers: readonly HttpResponse[]): string =>
  `${describeCase(given)}\n→ ${textOf(sent)}\n← ${answers.map(textOfAnswer).join('\n← ')}`;

const textOf = ({ bytes }: SentRequest): string => bytes.toString('latin1').slice(0, 3_000);
const textOfAnswer = ({ status, headers, text }: HttpResponse): string =>
  `${status} ${JSON.stringify(headers)} ${text.slice(0, 2_000)}`;

function fieldsOf(text: string): Fields {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Fields) : {};
  } catch {
    return {};
  }
}
