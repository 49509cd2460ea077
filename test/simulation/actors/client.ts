import {
  type AccountId,
  DomainError,
  type IdempotentRequest,
  type Outcome,
  type TransactionId,
} from '@florin/kernel';
import type { BatchElement, NewTransaction } from '@florin/ledger';
import type { Row, TableName, Tables } from '../database.js';
import { Deadlock } from '../locks.js';
import type { Fleet } from '../fleet.js';
import { DatabaseUnavailable, NoResponse, type World } from '../process.js';
import type { Service } from '../service.js';

/** The result of a call from the client's side. With `none`, the outcome is unknown. */
export type CallResult<Value> =
  | { readonly kind: 'done'; readonly value: Value }
  | { readonly kind: 'refused'; readonly code: string }
  | { readonly kind: 'none' };

/** A resource that a client asked to create. */
export interface Creation {
  readonly table:
    | 'transactions'
    | 'transfers'
    | 'requests'
    | 'refunds'
    | 'subscriptions'
    | 'apiKeys'
    | 'users'
    | 'accounts';
  /** Stored in the resource, so that it can be found without its id. */
  readonly mark: string;
  /** Every id that was returned for it. More than one is a finding. */
  readonly ids: Set<string>;
}

/** A batch of transactions that a client asked to create under one idempotency key. */
export interface SentBatch {
  /** The transaction with index 2 has the reference `${mark}.2`. */
  readonly mark: string;
  readonly size: number;
  readonly isAtomic: boolean;
  /** Every answer: for each transaction its id, or the code of its refusal. More than one is a finding. */
  readonly answers: Set<string>;
}

type Identified = { readonly id: string };

const MAX_ATTEMPTS = 4;

/** An API client: retries without a response, and records what was acknowledged. */
export class Client {
  readonly creations: Creation[] = [];
  readonly batches: SentBatch[] = [];
  private count = 0;

  constructor(
    readonly name: string,
    readonly world: World,
    readonly fleet: Fleet,
  ) {}

  async send<Value>(what: string, request: (api: Service) => Promise<Value>): Promise<CallResult<Value>> {
    const { world } = this;
    const api = this.fleet.api();
    world.note(`${this.name} sends to ${api.process.name}: ${what}`);
    const pending = api.process
      .handleRequest(() => request(api))
      .then(
        (value): CallResult<Value> => ({ kind: 'done', value }),
        (error: unknown): CallResult<Value> => this.toResult(error),
      );
    const result = await this.awaitResponse(pending);
    world.note(`${this.name} got for ${what}: ${result.kind === 'refused' ? result.code : result.kind}`);
    return result;
  }

  /** Retries with backoff until there is a response, up to MAX_ATTEMPTS. */
  async sendWithRetry<Value>(
    what: string,
    request: (api: Service) => Promise<Value>,
  ): Promise<CallResult<Value>> {
    for (let attempt = 1; ; attempt++) {
      const result = await this.send(what, request);
      if (result.kind !== 'none' || attempt === MAX_ATTEMPTS) return result;
      await this.world.scheduler.sleep(200 * 2 ** attempt);
    }
  }

  /** Creates a resource with one idempotency key, sometimes with two concurrent requests, and returns its id. */
  async create(
    what: string,
    table: Creation['table'],
    accountId: AccountId | undefined,
    request: (
      api: Service,
      idempotentRequest: IdempotentRequest<never>,
      mark: string,
    ) => Promise<Outcome<Identified>>,
  ): Promise<string | undefined> {
    const creation = this.newCreation(table);
    const { mark } = creation;
    const idempotentRequest: IdempotentRequest<Identified> = {
      accountId,
      principal: this.name,
      path: `/${table}`,
      key: mark,
      fingerprint: what,
      present: ({ id }) => ({ id }),
    };
    const send = () =>
      this.sendWithRetry(`${what} (${mark})`, (api) =>
        request(api, idempotentRequest as IdempotentRequest<never>, mark),
      );
    for (const result of await this.maybeTwice(send)) {
      if (result.kind !== 'done') continue;
      const { value } = result;
      this.recordId(creation, value.replayed ? (value.response['id'] as string) : value.value.id);
    }
    return [...creation.ids][0];
  }

  /** Creates a batch with one idempotency key, and returns the ids of its transactions. */
  async createBatch(
    accountId: AccountId,
    inputs: readonly NewTransaction[],
    isAtomic: boolean,
  ): Promise<readonly TransactionId[]> {
    const batch: SentBatch = { mark: this.newMark(), size: inputs.length, isAtomic, answers: new Set() };
    this.batches.push(batch);
    const { mark } = batch;
    const idempotentRequest: IdempotentRequest<readonly BatchElement[]> = {
      accountId,
      principal: this.name,
      path: '/transactions/batch',
      key: mark,
      fingerprint: mark,
      present: (elements) => ({ results: elements.map(answerOf) }),
    };
    const marked = inputs.map((input, index) => ({ ...input, reference: `${mark}.${index}` }));
    const what = `${isAtomic ? 'an atomic' : 'a'} batch of ${inputs.length} (${mark})`;
    const send = () =>
      this.sendWithRetry(what, ({ ledger }) =>
        ledger.createBatch({ inputs: marked, atomic: isAtomic }, idempotentRequest),
      );
    for (const result of await this.maybeTwice(send)) {
      if (result.kind !== 'done') continue;
      const { value } = result;
      const answers = value.replayed ? (value.response['results'] as string[]) : value.value.map(answerOf);
      batch.answers.add(answers.join(' '));
    }
    const [answer = ''] = batch.answers;
    return answer.split(' ').filter((text) => text.startsWith('txn_')) as TransactionId[];
  }

  private async maybeTwice<Value>(send: () => Promise<CallResult<Value>>): Promise<CallResult<Value>[]> {
    const isSentTwice = this.world.faults.happens('the client sends the request twice');
    return isSentTwice ? Promise.all([send(), send()]) : [await send()];
  }

  newCreation(table: Creation['table']): Creation {
    const creation: Creation = { table, mark: this.newMark(), ids: new Set() };
    this.creations.push(creation);
    return creation;
  }

  private newMark(): string {
    return `${this.name.replace(' ', '-')}-${++this.count}`;
  }

  /** An acknowledged change is committed; a later change may have replaced it. */
  requireCommitted<Name extends TableName>(
    table: Name,
    resource: Row[Name] & Identified & { updatedAt: Date },
  ): void {
    const stored = this.world.database.tables[table].get(resource.id) as
      (Identified & { updatedAt: Date }) | undefined;
    if (stored === undefined || stored.updatedAt < resource.updatedAt)
      this.world.report(`a change of ${resource.id} was acknowledged to ${this.name} and is not committed`);
  }

  recordId(creation: Creation, id: string): void {
    creation.ids.add(id);
    const { world } = this;
    world.note(`${this.name} has ${creation.mark} as ${id}`);
    if (creation.ids.size > 1)
      world.report(`${creation.mark} was returned with different ids: ${[...creation.ids].join(', ')}`);
    if (!isStored(world.database.tables, creation.table, id))
      world.report(`${id} was acknowledged to ${this.name} and is not committed`);
  }

  private async awaitResponse<Value>(pending: Promise<CallResult<Value>>): Promise<CallResult<Value>> {
    const { scheduler, faults, random } = this.world;
    const none: CallResult<Value> = { kind: 'none' };
    if (faults.happens('the client times out')) {
      const timeout = scheduler.sleep(random.between(1, 60)).then(() => none);
      return Promise.race([pending, timeout]);
    }
    const result = await pending;
    await scheduler.yieldControl();
    return faults.happens('the response is lost') ? none : result;
  }

  private toResult(error: unknown): CallResult<never> {
    if (error instanceof DatabaseUnavailable || error instanceof NoResponse) return { kind: 'none' };
    if (error instanceof Deadlock) this.world.report(`deadlock: ${error.message}`);
    else if (error instanceof DomainError) {
      const { code } = error as DomainError;
      return code === 'unavailable' ? { kind: 'none' } : { kind: 'refused', code };
    } else if (!isUnwritable(error)) this.world.report(`unexpected error: ${String(error)}`);
    return { kind: 'refused', code: 'internal_error' };
  }
}

const answerOf = ({ refused, transaction }: BatchElement): string =>
  refused?.code ?? transaction?.id ?? 'nothing';

/** A transfer is stored as its two transactions. */
const isStored = (tables: Tables, table: Creation['table'], id: string): boolean =>
  table === 'transfers'
    ? [...tables.transactions.values()].some(({ transferId }) => transferId === id)
    : tables[table].has(id);

const isUnwritable = (error: unknown): boolean =>
  error instanceof Error && error.message === 'This value cannot be written.';
