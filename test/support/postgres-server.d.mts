export class PostgresServer {
  static create(settings?: readonly string[]): Promise<PostgresServer>;
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  readonly isRunning: boolean;
  start(): Promise<void>;
  end(signal?: 'SIGKILL' | 'SIGINT' | 'SIGQUIT'): Promise<void>;
  retire(): Promise<void>;
  sql<Row = Record<string, unknown>>(
    text: string,
    values?: readonly unknown[],
    database?: string,
  ): Promise<Row[]>;
  set(name: string, value: string): Promise<void>;
  encrypt(files: { readonly cert: string; readonly key: string; readonly clients?: string }): Promise<void>;
  folder(name: string): string;
  copy(): Promise<PostgresServer>;
  configure(settings: readonly string[], signalFile: 'standby.signal'): void;
  recover(settings: string): void;
  follow(name?: string, port?: number): Promise<PostgresServer>;
  waitForStandbys(names?: string): Promise<void>;
  promote(): Promise<unknown>;
  discard(): Promise<void>;
  remove(): Promise<void>;
}
