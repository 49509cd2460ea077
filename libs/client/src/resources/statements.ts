import { type Api, callInit, type CallOptions, dataOf } from '../call.js';
import { cursorList, type List } from '../lists.js';
import type { GetStatementQuery, Statement, StatementLine } from '../schema.js';

/** A date is a day in the time zone of the account. Both ends are inclusive. */
export type StatementPeriod = Pick<GetStatementQuery, 'from' | 'to'>;
export type StatementPageQuery = Omit<GetStatementQuery, 'format'>;

export interface StatementsApi {
  /** The balances and totals of the period, and a page of its lines, newest first. */
  statement(query?: StatementPageQuery, options?: CallOptions): Promise<Statement>;
  statementLines(
    query?: Omit<StatementPageQuery, 'ending_before'>,
    options?: CallOptions,
  ): List<StatementLine>;
  /** All lines of the period, oldest first. An error while you read the stream means that the file is incomplete. */
  statementCsv(period?: StatementPeriod, options?: CallOptions): Promise<ReadableStream<Uint8Array>>;
  statementPdf(period?: StatementPeriod, options?: CallOptions): Promise<Blob>;
}

export function statementsApi(api: Api): StatementsApi {
  const statement = (query: StatementPageQuery = {}, options?: CallOptions) =>
    dataOf(api.GET('/v1/account/statement', { params: { query }, ...callInit(options) }));
  const file = (type: string, query: StatementPeriod = {}, options?: CallOptions) => ({
    params: { query },
    headers: { Accept: type },
    ...callInit(options),
  });
  return {
    statement,
    statementLines: cursorList<StatementPageQuery, StatementLine>(statement),
    async statementCsv(period, options) {
      const init = { ...file('text/csv', period, options), parseAs: 'stream' } as const;
      const stream = (await dataOf(
        api.GET('/v1/account/statement', init),
      )) as unknown as ReadableStream<Uint8Array>;
      // The signal of the call also ends the download.
      return stream.pipeThrough(new TransformStream(), callInit(options));
    },
    async statementPdf(period, options) {
      const init = { ...file('application/pdf', period, options), parseAs: 'blob' } as const;
      const pdf: unknown = await dataOf(api.GET('/v1/account/statement', init));
      return pdf as Blob;
    },
  };
}
