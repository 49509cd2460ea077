export interface GenerateOptions {
  /** The transactions are spread over this many days. */
  readonly days?: number;
  readonly seed?: number;
  readonly onProgress?: (done: number, count: number) => void;
}

export function generateTransactions(
  databaseUrl: string,
  accountUuids: readonly string[],
  count: number,
  options?: GenerateOptions,
): Promise<void>;
