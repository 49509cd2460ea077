import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../support/source-tree.js';

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly schema: { readonly enum?: readonly string[] };
}

interface Operation {
  readonly parameters?: readonly Parameter[];
}

const { paths } = JSON.parse(readFileSync(join(ROOT, 'openapi.json'), 'utf8')) as {
  paths: Record<string, Record<string, Operation>>;
};

/** Every list of the API, with its query parameters. Reports without pages are not among them. */
export const LISTS = Object.entries(paths).flatMap(([path, { get }]) => {
  const parameters = (get?.parameters ?? []).filter((parameter) => parameter.in === 'query');
  const hasPages = parameters.some(({ name }) => name === 'limit');
  return hasPages ? [{ path, parameters }] : [];
});

/** Parameters of which at most one can be sent. */
const CURSORS = ['starting_after', 'ending_before'];
/** The page size does not change the plan. */
const ALWAYS_SENT = ['page', 'limit'];
/** A file has all items: its queries have no page. */
const FORMAT = 'format';
/** Both ends of one range. */
const WITH_ITS_PAIR: Readonly<Record<string, string>> = {
  date_to: 'date_from',
  created_before: 'created_after',
  amount_max: 'amount_min',
  to: 'from',
};

/**
 * All combinations of filters, cursors and ranges of a list, and each end of a range alone. `samples` has the values of parameters that are not enums.
 * A parameter without a sample is an error, so that no new filter is left out.
 */
export function queriesFor(
  parameters: readonly Parameter[],
  samples: Readonly<Record<string, string>>,
): string[] {
  let queries: URLSearchParams[] = [new URLSearchParams()];
  for (const { name, schema } of parameters) {
    if (name === FORMAT) continue;
    const values = schema.enum ?? [samples[name] ?? missing(name)];
    queries = queries.flatMap((query) => {
      const pair = WITH_ITS_PAIR[name];
      if (CURSORS.includes(name) && CURSORS.some((other) => query.has(other))) return [query];
      if (pair !== undefined && !query.has(pair)) return [query];
      const withParameter = values.map((value) => new URLSearchParams([...query, [name, value]]));
      return ALWAYS_SENT.includes(name) || pair !== undefined ? withParameter : [query, ...withParameter];
    });
  }
  if (parameters.some(({ name }) => name === FORMAT)) queries.push(new URLSearchParams([[FORMAT, 'csv']]));
  const ends = Object.entries(WITH_ITS_PAIR).flat();
  const oneEnd = parameters.filter(({ name }) => ends.includes(name));
  return [
    ...queries.map(String),
    ...oneEnd.map(({ name }) => `${name}=${encodeURIComponent(samples[name]!)}`),
  ];
}

function missing(name: string): never {
  throw new Error(`No sample for the parameter ${name}.`);
}
