import { type Api, callInit, type CallOptions, createInit, type CreateOptions, dataOf } from '../call.js';
import { cursorList, type List } from '../lists.js';
import type {
  CreateReconciliationQuery,
  ListReconciliationLinesQuery,
  ListReconciliationsQuery,
  Reconciliation,
  ReconciliationLine,
  ReconciliationLineList,
  ReconciliationList,
} from '../schema.js';

type LinesQuery = Omit<ListReconciliationLinesQuery, 'format'>;

export interface ReconciliationsApi {
  /** Compares a CSV or camt.053 file with what Florin posted to the account. A `Blob` can be the file of an input element. */
  create(
    file: string | Uint8Array<ArrayBuffer> | Blob,
    query: CreateReconciliationQuery,
    options?: CreateOptions,
  ): Promise<Reconciliation>;
  list(query?: Omit<ListReconciliationsQuery, 'ending_before'>, options?: CallOptions): List<Reconciliation>;
  page(query?: ListReconciliationsQuery, options?: CallOptions): Promise<ReconciliationList>;
  get(id: string, options?: CallOptions): Promise<Reconciliation>;
  /** In the order of the file, followed by the entries that are missing in it. */
  lines(
    id: string,
    query?: Omit<LinesQuery, 'ending_before'>,
    options?: CallOptions,
  ): List<ReconciliationLine>;
  linesPage(id: string, query?: LinesQuery, options?: CallOptions): Promise<ReconciliationLineList>;
}

export function reconciliationsApi(api: Api): ReconciliationsApi {
  const page = (query: ListReconciliationsQuery = {}, options?: CallOptions) =>
    dataOf(api.GET('/v1/reconciliations', { params: { query }, ...callInit(options) }));
  const linesPage = (reconciliation_id: string, query: LinesQuery = {}, options?: CallOptions) =>
    dataOf(
      api.GET('/v1/reconciliations/{reconciliation_id}/lines', {
        params: { path: { reconciliation_id }, query },
        ...callInit(options),
      }),
    ) as Promise<ReconciliationLineList>;
  return {
    create: (file, query, options) => {
      const { params, ...init } = createInit(options);
      return dataOf(
        api.POST('/v1/reconciliations', {
          ...init,
          params: { ...params, query },
          headers: { 'Content-Type': query.format === 'csv' ? 'text/csv' : 'application/xml' },
          body: file as string,
          bodySerializer: () => file,
        }),
      );
    },
    list: cursorList(page),
    page,
    get: (reconciliation_id, options) =>
      dataOf(
        api.GET('/v1/reconciliations/{reconciliation_id}', {
          params: { path: { reconciliation_id } },
          ...callInit(options),
        }),
      ),
    lines: (id, query, options) =>
      cursorList((pageQuery?: LinesQuery, pageOptions?: CallOptions) =>
        linesPage(id, pageQuery, pageOptions),
      )(query, options),
    linesPage,
  };
}
