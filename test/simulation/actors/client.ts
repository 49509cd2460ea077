import { type AccountId, DomainError, type IdempotentRequest, type Outcome } from '@florin/kernel';
import type { Row, TableName } from '../database.js';
import { Deadlock } from '../locks.js';
import type { Fleet } from '../fleet.js';
import { DatabaseUnavailable, NoResponse, type World } from '../process.js';
import type { Service } from '../service.js';

/** What a caller learns. `none` says nothing about what became of the request. */
export type CallResult<Value> =
  | { readonly kind: 'done'; readonly value: Value }
  | { readonly kind: 'refused'; readonly code: string }
  | { readonly kind: 'none' };

/** A creation as whoever asked for it remembers it. */
export interface Creation {
  readonly table: 'transactions' | 'requests' | 'subscriptions' | 'apiKeys' | 'users' | 'accounts';
  /** What the thing carries, so that it is found again without its id. */
  readonly mark: string;
  /** Every id that was ever answered for it. One at most, if all is well. */
  readonly ids: Set<string>;
}

type Identified = { readonly id: string };

const MOST_TRIES = 4;

/** A program that asks the service for things, tries again when no answer comes, and remembers what it was told. */
export class Client {
  readonly creations: Creation[] = [];
  private count = 0;

  constructor(
    readonly name: string,
    readonly world: World,
    readonly fleet: Fleet,
  ) {}

  /** Asks once. */
  async send<Value>(what: string, request: (api: Service) => Promise<Value>): Promise<CallResult<Value>> {
    const { world } = this;
    const api = this.fleet.api();
    world.note(`${this.name} asks ${api.process.name}: ${what}`);
    const answering = api.process
      .handleRequest(() => request(api))
      .then(
        (value): CallResult<Value> => ({ kind: 'done', value }),
        (error: unknown): CallResult<Value> => this.toResult(error),
      );
    const answer = await this.awaitResponse(answering);
    world.note(`${this.name} hears of ${what}: ${answer.kind === 'refused' ? answer.code : answer.kind}`);
    return answer;
  }

  /** Asks until there is an answer, or patience ends. */
  async sendWithRetry<Value>(
    what: string,
    request: (api: Service) => Promise<Value>,
  ): Promise<CallResult<Value>> {
    for (let attempt = 1; ; attempt++) {
      const answer = await this.send(what, request);
      if (answer.kind !== 'none' || attempt === MOST_TRIES) return answer;
      await this.world.scheduler.sleep(200 * 2 ** attempt);
    }
  }

  /** Asks for something new under one idempotency key, maybe twice at once, and answers its id. */
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
    const isTwice = this.world.faults.happens('the client sends it twice');
    const answers = isTwice ? await Promise.all([send(), send()]) : [await send()];
    for (const answer of answers) {
      if (answer.kind !== 'done') continue;
      const { value } = answer;
      this.recordId(creation, value.replayed ? (value.response['id'] as string) : value.value.id);
    }
    return [...creation.ids][0];
  }

  newCreation(table: Creation['table']): Creation {
    const mark = `${this.name.replace(' ', '-')}-${++this.count}`;
    const creation: Creation = { table, mark, ids: new Set() };
    this.creations.push(creation);
    return creation;
  }

  /** A change that was answered is committed, as it was answered or as somebody changed it since. */
  requireCommitted<Name extends TableName>(
    table: Name,
    resource: Row[Name] & Identified & { updatedAt: Date },
  ): void {
    const stored = this.world.database.tables[table].get(resource.id) as
      (Identified & { updatedAt: Date }) | undefined;
    if (stored === undefined || stored.updatedAt < resource.updatedAt)
      this.world.report(`${this.name} was told of ${resource.id} what is not committed`);
  }

  recordId(creation: Creation, id: string): void {
    creation.ids.add(id);
    const { world } = this;
    world.note(`${this.name} has ${creation.mark} as ${id}`);
    if (creation.ids.size > 1)
      world.report(`${creation.mark} was answered with ${[...creation.ids].join(' and ')}`);
    if (!world.database.tables[creation.table].has(id))
      world.report(`${this.name} was told of ${id}, which is not committed`);
  }

  private async awaitResponse<Value>(answering: Promise<CallResult<Value>>): Promise<CallResult<Value>> {
    const { scheduler, faults, random } = this.world;
    const none: CallResult<Value> = { kind: 'none' };
    if (faults.happens('the client gives up waiting')) {
      const patience = scheduler.sleep(random.between(1, 60)).then(() => none);
      return Promise.race([answering, patience]);
    }
    const answer = await answering;
    await scheduler.yieldControl();
    return faults.happens('the answer is lost') ? none : answer;
  }

  private toResult(error: unknown): CallResult<never> {
    if (error instanceof DatabaseUnavailable || error instanceof NoResponse) return { kind: 'none' };
    if (error instanceof Deadlock) this.world.report(`locks were taken in two orders: ${error.message}`);
    else if (error instanceof DomainError) {
      const { code } = error as DomainError;
      return code === 'unavailable' ? { kind: 'none' } : { kind: 'refused', code };
    } else if (!isUnwritable(error)) this.world.report(`an error that nobody expected: ${String(error)}`);
    return { kind: 'refused', code: 'internal_error' };
  }
}

const isUnwritable = (error: unknown): boolean =>
  error instanceof Error && error.message === 'This value cannot be written.';
