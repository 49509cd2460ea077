import { readServerAddresses, type ServerAddress, type ServerAddresses } from './server-addresses.js';
import { type ServerState, type Survey, surveyServer } from './server-survey.js';

/** How long a choice is believed without another look at the servers. */
const BELIEVED_MS = 2_500;

/**
 * Which of the servers connections go to: the one that takes writes. Should two of them do so, because an old primary
 * was not kept down after a failover, the one with the newest history is right, and this process never goes back to an
 * older one. A URL that names one server, without saying what it must be, is not questioned.
 */
export class ServerChoice {
  readonly addresses: ServerAddresses;
  /** Called when connections made so far lead to the wrong server. */
  onMove: () => void = () => undefined;
  #chosen: ServerAddress | undefined;
  #last: ServerAddress | undefined;
  #newestTimeline = '';
  #believedUntil = -Infinity;
  #search: Promise<ServerAddress> | undefined;

  constructor(url: string) {
    this.addresses = readServerAddresses(url);
  }

  /** Whether a connection has to be looked at before it is used. */
  get isPicky(): boolean {
    return this.addresses.target !== undefined;
  }

  get hasAlternatives(): boolean {
    return this.addresses.servers.length > 1;
  }

  /** Where the next connection should go. Throws when no server will do. */
  async choose(): Promise<ServerAddress> {
    if (!this.isPicky) return this.addresses.servers[0];
    if (this.#chosen !== undefined && performance.now() < this.#believedUntil) return this.#chosen;
    return this.search();
  }

  /** Asks all servers at once. Throws what stands in the way when none of them will do. */
  search(): Promise<ServerAddress> {
    this.#search ??= this.#askAll().finally(() => {
      this.#search = undefined;
    });
    return this.#search;
  }

  /** Looks whether another server has been promoted while the chosen one still answers. */
  async lookAround(): Promise<void> {
    const others = this.addresses.servers.filter((server) => server !== this.#chosen);
    const surveys = await Promise.all(
      others.map(async (server) => [server, await surveyServer(server)] as const),
    );
    const [newer] = surveys.filter(([, found]) => this.#isUsable(found) && this.#isNewer(found.state));
    if (newer !== undefined) this.#take(newer[0], (newer[1] as { state: ServerState }).state);
    this.#believedUntil = performance.now() + BELIEVED_MS;
  }

  /** Whether a connection that was just made may be used. */
  admits(server: ServerAddress, state: ServerState): boolean {
    const isExpected = this.#last === undefined || this.#last === server || this.#isNewer(state);
    const isGood = isExpected && this.#isUsable({ kind: 'answered', state });
    if (isGood) this.#take(server, state);
    else this.doubt(server);
    return isGood;
  }

  /** The next connection looks anew, because this server could not be used. */
  doubt(server: ServerAddress): void {
    if (this.#chosen === server) this.#chosen = undefined;
  }

  async #askAll(): Promise<ServerAddress> {
    const { servers } = this.addresses;
    const surveys = await Promise.all(servers.map(surveyServer));
    const good = servers.flatMap((server, index) => {
      const found = surveys[index];
      return found !== undefined && this.#isUsable(found) ? [{ server, state: found.state }] : [];
    });
    const newest = good
      .map(({ state }) => state.timeline ?? '')
      .toSorted()
      .at(-1);
    const equals = good.filter(({ state }) => state.timeline === newest);
    const best = equals.find(({ server }) => server === this.#last) ?? equals[0];
    if (best === undefined) throw this.#complaint(surveys);
    this.#take(best.server, best.state);
    return best.server;
  }

  #isUsable(found: Survey): found is { kind: 'answered'; state: ServerState } {
    if (found.kind !== 'answered') return false;
    const { target } = this.addresses;
    const { timeline, isReadOnly } = found.state;
    if (target === undefined) return true;
    return timeline !== null && timeline >= this.#newestTimeline && !(isReadOnly && target === 'read-write');
  }

  #isNewer({ timeline }: ServerState): boolean {
    return (timeline ?? '') > this.#newestTimeline;
  }

  #take(server: ServerAddress, state: ServerState): void {
    const isMove = this.#last !== undefined && (this.#last !== server || this.#isNewer(state));
    if (this.#isNewer(state)) this.#newestTimeline = state.timeline ?? '';
    this.#chosen = server;
    this.#last = server;
    this.#believedUntil = performance.now() + BELIEVED_MS;
    if (isMove) this.onMove();
  }

  /** When all refuse, that may be for good: a wrong password is never right. Otherwise there is something to wait for. */
  #complaint(surveys: readonly Survey[]): Error {
    const refusals = surveys.flatMap((found) => (found.kind === 'refused' ? [found.error] : []));
    if (refusals[0] !== undefined && refusals.length === surveys.length) return refusals[0];
    if (!this.isPicky) return new Error('The database server does not answer');
    const words = surveys.map((found, index) => {
      const { host, port } = this.addresses.servers[index] ?? this.addresses.servers[0];
      return `${host}:${port} ${this.#fault(found)}`;
    });
    return new Error(`No database server takes writes: ${words.join(', ')}`);
  }

  #fault(found: Survey): string {
    if (found.kind === 'silent') return 'does not answer';
    if (found.kind === 'refused') return `refuses (${found.error.message})`;
    if (found.state.timeline === null) return 'is a standby';
    return found.state.isReadOnly ? 'is read-only' : 'was replaced by a newer primary';
  }
}
