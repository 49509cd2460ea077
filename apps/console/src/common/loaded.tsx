import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorState } from './states.js';

interface LoadedProps<Data> {
  readonly query: UseQueryResult<Data>;
  /** Shown until the first response. */
  readonly loading: ReactNode;
  readonly children: (data: Data) => ReactNode;
}

/** What a query has read. If it fails later, the data stay below the error. */
export function Loaded<Data>({ query, loading, children }: LoadedProps<Data>) {
  if (query.data === undefined && !query.isError) return loading;
  return (
    <>
      {query.isError && <ErrorState error={query.error} onRetry={query.refetch} />}
      {query.data !== undefined && children(query.data)}
    </>
  );
}
