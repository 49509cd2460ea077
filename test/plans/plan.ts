import type pg from 'pg';
import type { SentStatement } from './statements.js';

export interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Index Cond'?: string;
  readonly Filter?: string;
  /** How the node above uses this one. */
  readonly 'Parent Relationship'?: string;
  readonly 'Subplan Name'?: string;
  readonly Plans?: readonly PlanNode[];
}

/** As the server would do it with these values, and for a named statement also as it would with any. */
export async function plansOf(client: pg.Client, { name, text, values }: SentStatement): Promise<PlanNode[]> {
  const custom = await explain(client, `EXPLAIN (FORMAT JSON) ${text}`, values);
  if (name === undefined) return [custom];
  return [custom, await explain(client, `EXPLAIN (GENERIC_PLAN, FORMAT JSON) ${text}`, [])];
}

async function explain(client: pg.Client, text: string, values: readonly unknown[]): Promise<PlanNode> {
  const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(text, [...values]);
  return rows[0]!['QUERY PLAN'][0].Plan;
}

/** What about a plan grows with the data; nothing when it will cost the same on a database of any size. */
export function growingNodes(plan: PlanNode): string[] {
  return nodesOf(plan).flatMap((node) => {
    const { 'Node Type': type, 'Relation Name': table = '' } = node;
    if (/\bSort$/.test(type)) return [`sorts`];
    if (type === 'Seq Scan') return [`reads all of ${table}`];
    // An index that is read from one end to the other finds what it looks for only by luck.
    if (/Index/.test(type) && node['Index Cond'] === undefined && node.Filter !== undefined) {
      return [`reads through ${table} for ${node.Filter}`];
    }
    return [];
  });
}

const nodesOf = (plan: PlanNode): PlanNode[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
