/** What may be told of the traffic with the database: never a parameter, a row or the server's own words. */
export interface DatabaseLogEntry {
  readonly level: 'debug' | 'warn';
  readonly message: string;
  readonly sql?: string;
  readonly milliseconds?: number;
  /** `none` when the server had no say in the failure. */
  readonly sqlState?: string;
}

export type DatabaseLog = (entry: DatabaseLogEntry) => void;
