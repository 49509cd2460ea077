import { type CursorPage, cursorPage, type CursorRequest, type Id } from '@florin/kernel';
import type { DataSource } from 'typeorm';
import { idColumn, smallIntegerColumn } from '../postgres/array-columns.js';
import { Coalescer } from '../postgres/coalescer.js';
import { gatheredIn, type GatheredColumns, rowsOf } from '../postgres/gathered-columns.js';
import { readNamed } from '../postgres/named-query.js';
import { OneATurn } from '../system/one-a-turn.js';

interface Identified {
  readonly id: string;
}

export interface KeysetList<Row extends Identified, Item> {
  readonly table: string;
  readonly columns: GatheredColumns<Row>;
  readonly itemOf: (row: Row) => Item;
}

export interface KeysetFilter {
  /** Fixed conditions. Their values are literals of closed sets, never of a caller's making. */
  readonly conditions?: readonly string[];
  readonly accountId?: Id | undefined;
  readonly refundOf?: Id | undefined;
  /** The ids between which to look: from the first on, and before the second. */
  readonly from?: Id | undefined;
  readonly until?: Id | undefined;
}

interface Question {
  readonly ids: readonly Id[];
  readonly rows: number;
}

/** One page: the number of its question, and each column of its rows as one text. */
type GatheredPage = Readonly<Record<string, string | null>> & { readonly asked_number: number };

/** A page as it was fetched. Whoever asks for it first takes it apart, for all who asked the same. */
interface Page<Row> {
  readonly size: number;
  rows(): Row[];
}

/** Characters. Few pages have as many, and to take apart and to spell one that does is work for milliseconds. */
const LARGE = 64 * 1_024;

/** A page is much work for the server and for us. With two reads, it makes the next one while we take in the last. */
const LIMITS = { questions: 16, reads: 2 };

/**
 * Pages of a list in the order of ids, which is the order of creation. Each begins at its cursor in an index on
 * `(account_id, id)` or `(id)` and reads no more rows than it answers, however long the list is. Only the refunds of one
 * payment, which are few, are all found by an index of theirs and then sorted. Pages of one shape that are asked for
 * together are read with one query, which hands the server the questions as rows of a table.
 */
export class KeysetPages<Row extends Identified, Item> {
  readonly #shapes = new Map<string, Coalescer<string, Page<Row>>>();
  readonly #turns = new OneATurn();

  constructor(
    private readonly dataSource: DataSource,
    private readonly list: KeysetList<Row, Item>,
  ) {}

  async read(filter: KeysetFilter, request: CursorRequest<Id>): Promise<CursorPage<Item>> {
    const bounds = boundsOf(filter, request);
    const conditions = [
      ...(filter.conditions ?? []),
      ...bounds.map(([comparison], index) => `${comparison} asked.bound${index}`),
    ];
    const where = conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`;
    const isForward = request.before !== undefined;
    const shape = `${where} ORDER BY id ${isForward ? 'ASC' : 'DESC'}`;
    const question: Question = { ids: bounds.map(([, id]) => id), rows: request.limit + 1 };
    const page = await this.#pagesOf(shape, bounds.length).ask(JSON.stringify(question));
    if (page !== undefined && page.size > LARGE) await this.#turns.for(filter.accountId ?? '');
    const rows = page?.rows() ?? [];
    // Each page was cut in this order; that its rows are also gathered in it is nothing that SQL promises.
    const sorted = [...rows].sort(isForward ? ascending : descending);
    return cursorPage(request, sorted.map(this.list.itemOf));
  }

  #pagesOf(shape: string, bounds: number): Coalescer<string, Page<Row>> {
    let pages = this.#shapes.get(shape);
    if (pages === undefined) {
      const statement = {
        name: `${this.list.table}_page_${this.#shapes.size}`,
        text: this.#statement(shape, bounds),
      };
      pages = new Coalescer((questions) => this.#readAll(statement, questions), LIMITS);
      this.#shapes.set(shape, pages);
    }
    return pages;
  }

  #statement(shape: string, bounds: number): string {
    const { table, columns } = this.list;
    const each = Array.from({ length: bounds }, (_, index) => index);
    const arrays = [...each.map((index) => `$${index + 1}::uuid[]`), `$${bounds + 1}::int[]`];
    const names = [...each.map((index) => `bound${index}`), 'rows', 'number'];
    const rows = `SELECT ${Object.keys(columns).join(', ')} FROM ${table} ${shape} LIMIT asked.rows`;
    return `SELECT asked.number::int AS asked_number, page.*
      FROM unnest(${arrays.join(', ')}) WITH ORDINALITY AS asked (${names.join(', ')})
      CROSS JOIN LATERAL (SELECT ${gatheredIn(columns)} FROM (${rows}) AS rows) AS page`;
  }

  async #readAll(
    statement: { readonly name: string; readonly text: string },
    texts: readonly string[],
  ): Promise<ReadonlyMap<string, Page<Row>>> {
    const questions = texts.map((text) => JSON.parse(text) as Question);
    const bounds = (questions[0]?.ids ?? []).map((_, index) => idColumn(questions, ({ ids }) => ids[index]));
    const values = [...bounds, smallIntegerColumn(questions, ({ rows }) => rows)];
    const pages = await readNamed<GatheredPage>(this.dataSource, statement, values);
    return new Map(
      pages.map((page) => [texts[page.asked_number - 1] ?? '', pageOf(this.list.columns, page)] as const),
    );
  }
}

function pageOf<Row>(columns: GatheredColumns<Row>, gathered: GatheredPage): Page<Row> {
  let size = 0;
  for (const name in columns) size += gathered[name]?.length ?? 0;
  let rows: Row[] | undefined;
  return { size, rows: () => (rows ??= rowsOf(columns, gathered)) };
}

/** The text of a UUID sorts as its bytes do. */
const ascending = (one: Identified, other: Identified): number => (one.id < other.id ? -1 : 1);
const descending = (one: Identified, other: Identified): number => ascending(other, one);

function boundsOf(
  { accountId, refundOf, from, until }: KeysetFilter,
  { after, before }: CursorRequest<Id>,
): (readonly [string, Id])[] {
  const all = [
    ['account_id =', accountId],
    ['refund_of =', refundOf],
    ['id >=', from],
    ['id <', until],
    ['id <', after],
    ['id >', before],
  ] as const;
  return all.flatMap(([comparison, id]) => (id === undefined ? [] : [[comparison, id] as const]));
}
