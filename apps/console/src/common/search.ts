/** Reads the texts of these search parameters. Others are dropped. */
export const textsOfSearch =
  <Name extends string>(...names: readonly Name[]) =>
  (search: Record<string, unknown>): Partial<Record<Name, string>> =>
    Object.fromEntries(
      names.flatMap((name) => {
        const value = search[name];
        const isText = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
        return isText && value !== '' ? [[name, String(value)]] : [];
      }),
    ) as Partial<Record<Name, string>>;

export const CURSOR = ['starting_after', 'ending_before'] as const;

export const PAGE_SIZE = 25;
