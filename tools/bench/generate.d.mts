export interface GenerateOptions {
  /** Over how long the transactions are spread. */
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
