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
  /** Runs only the case with this number. */
  readonly only?: number;
  readonly concurrency?: number;
  readonly onProgress?: (done: number) => void;
}

export interface Finding {
  readonly seed: number;
  readonly number: number;
  readonly problem: string;
  /** The smallest case that still fails. */
  readonly smallest: string;
  readonly request: string;
  readonly answer: string;
}

const DEFAULT_CONCURRENCY = 24;
const MAX_FINDINGS = 10;
/** Limits for shrinking: a case whose request times out takes half a minute. */
const SHRINK_MS = 45_000;
const MAX_SHRINKS = 150;
/** Operations without permissions share one turn per round; every other operation has its own. */
const SHARED_TURN_CASES = OPERATIONS.filter(
  ({ permission, id }) => permission === undefined && !/Page$|Card$/.test(id),
).map(casesFor);
const OPERATION_CASES = OPERATIONS.filter(
  ({ permission, id }) => permission !== undefined || /Page$|Card$/.test(id),
).map(casesFor);

function casesAt(number: number): Arbitrary<FuzzCase> | undefined {
  const turn = number % (OPERATION_CASES.length + 1);
  if (turn < OPERATION_CASES.length) return OPERATION_CASES[turn];
  const round = Math.floor(number / (OPERATION_CASES.length + 1));
  return SHARED_TURN_CASES[round % SHARED_TURN_CASES.length];
}

class Failure extends Error {
  constructor(
    message: string,
    readonly request: string,
    readonly response: string,
  ) {
    super(message);
  }
}

/** Generates cases, sends them and checks the responses. A case depends only on the seed and its number. */
export class Fuzzer {
  readonly tally = new Tally();
  readonly findings: Finding[] = [];
  /** The requests and responses of a run with a single case. */
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
    const { cases, only, concurrency = DEFAULT_CONCURRENCY, onProgress } = this.plan;
    if (only !== undefined) return this.#runCase(only);
    let next = 0;
    const errors: unknown[] = [];
    const work = async (): Promise<void> => {
      while (next < cases && this.findings.length < MAX_FINDINGS && errors.length === 0) {
        next += 1;
        onProgress?.(next);
        await this.#runCase(next - 1).catch((error: unknown) => errors.push(error));
      }
    };
    await Promise.all(Array.from({ length: concurrency }, work));
    if (errors.length > 0) throw errors[0];
  }

  /** Runs one case, and shrinks it if it fails. */
  async #runCase(number: number): Promise<void> {
    const arbitrary = casesAt(number);
    if (arbitrary === undefined) return;
    let attempts = 0;
    let shrinkUntil = Infinity;
    let last: { readonly fuzzCase: FuzzCase; readonly failure: Failure } | undefined;
    const property = fc.asyncProperty(arbitrary, async (fuzzCase) => {
      attempts += 1;
      if (attempts > 1 && (attempts > MAX_SHRINKS || performance.now() > shrinkUntil)) return;
      try {
        await this.#attempt(fuzzCase);
      } catch (error) {
        if (!(error instanceof Failure)) throw error;
        last = { fuzzCase, failure: error };
        if (attempts === 1) shrinkUntil = performance.now() + SHRINK_MS;
        throw error;
      }
    });
    const { failed, errorInstance } = await fc.check(property, {
      seed: seedOf(this.plan.seed, number),
      numRuns: 1,
    });
    if (!failed) return;
    // An error of the fuzzer itself is not a finding.
    if (last === undefined)
      throw new Error(`Case ${number} could not be generated: ${String(errorInstance)}`);
    const { fuzzCase, failure } = last;
    this.findings.push({
      seed: this.plan.seed,
      number,
      problem: failure.message,
      smallest: describeCase(fuzzCase),
      request: failure.request,
      answer: failure.response,
    });
  }

  async #attempt(fuzzCase: FuzzCase): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      try {
        // Closing succeeds only on an account without open resources.
        const needsNewAccount = fuzzCase.operation.id === 'closeAccount' && fuzzCase.home % 2 === 0;
        const ownAccount = await (needsNewAccount
          ? this.#state.newAccount()
          : this.#state.account(fuzzCase.home));
        const principal = await this.#state.principal(fuzzCase.role, ownAccount);
        const foreign = (): Promise<TestAccount> => this.#state.account(fuzzCase.home + 1);
        const resolver = new PlaceholderResolver(this.#state, ownAccount, foreign, principal);
        const sent = await requestOf(fuzzCase, principal, (placeholder) => resolver.resolve(placeholder));
        await this.#exchange(fuzzCase, sent, principal, ownAccount);
        return;
      } catch (error) {
        if (error instanceof UnexpectedFailure)
          throw new Failure(error.message, 'a request of the fuzzer itself', '');
        if (!(error instanceof ResourceGone) || tries === 5) throw error;
        // Another case has closed or suspended an account, or ended a session of its users.
        this.#state.discardAccounts(fuzzCase.home);
      }
    }
  }

  async #exchange(
    fuzzCase: FuzzCase,
    sent: SentRequest,
    principal: Principal,
    ownAccount: TestAccount,
  ): Promise<void> {
    const responses = await this.#responsesTo(fuzzCase, sent);
    if (this.plan.only !== undefined) this.shown = formatExchange(fuzzCase, sent, responses);
    for (const response of responses) {
      this.tally.count(fuzzCase, response.status);
      const problem = problemOf({ fuzzCase, sent, principal, owners: this.#state.owners, response });
      if (problem !== undefined) throw new Failure(problem, textOf(sent), textOfResponse(response));
    }
    const [response] = responses;
    if (response === undefined || !isAbout(fuzzCase, fuzzCase.operation)) return;
    if (response.status < 300 && !fuzzCase.operation.isPage) {
      await this.#state.applyResponse(fuzzCase.operation.id, {
        response: fieldsOf(response.text),
        sent: fieldsOf(sent.body.toString('utf8')),
        principal,
        accountId: ownAccount.accountId,
      });
    }
    if (response.status === 401 && fuzzCase.style === 'valid') await this.#state.replaceIfRevoked(principal);
  }

  async #responsesTo(fuzzCase: FuzzCase, sent: SentRequest): Promise<readonly HttpResponse[]> {
    try {
      if (fuzzCase.style === 'raw') return await this.wire.sendRaw(sent.bytes);
      return [await this.wire.exchange(sent.method, sent.bytes)];
    } catch (error) {
      if (!(error instanceof NoResponse || error instanceof MalformedResponse)) throw error;
      throw new Failure(error.message, textOf(sent), '');
    }
  }
}

/** Mixed, so that consecutive numbers do not generate similar cases. */
function seedOf(seed: number, number: number): number {
  let mixed = (seed ^ Math.imul(number + 1, 0x9e3779b1)) | 0;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) | 0;
}

const formatExchange = (fuzzCase: FuzzCase, sent: SentRequest, responses: readonly HttpResponse[]): string =>
  `${describeCase(fuzzCase)}\n→ ${textOf(sent)}\n← ${responses.map(textOfResponse).join('\n← ')}`;

const textOf = ({ bytes }: SentRequest): string => bytes.toString('latin1').slice(0, 3_000);
const textOfResponse = ({ status, headers, text }: HttpResponse): string =>
  `${status} ${JSON.stringify(headers)} ${text.slice(0, 2_000)}`;

function fieldsOf(text: string): Fields {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Fields) : {};
  } catch {
    return {};
  }
}
