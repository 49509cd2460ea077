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

/** The custom plan for these values and, for a prepared statement, also the generic plan. */
export async function plansOf(client: pg.Client, { name, text, values }: SentStatement): Promise<PlanNode[]> {
  const custom = await explain(client, `EXPLAIN (FORMAT JSON) ${text}`, values);
  if (name === undefined) return [custom];
  return [custom, await explain(client, `EXPLAIN (GENERIC_PLAN, FORMAT JSON) ${text}`, [])];
}

async function explain(client: pg.Client, text: string, values: readonly unknown[]): Promise<PlanNode> {
  const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(text, [...values]);
  return rows[0]!['QUERY PLAN'][0].Plan;
}

/** The nodes of a plan whose cost grows with the table; empty if the cost does not depend on its size. */
export function growingNodes(plan: PlanNode): string[] {
  return nodesOf(plan).flatMap((node) => {
    const { 'Node Type': type, 'Relation Name': table = '' } = node;
    if (/\bSort$/.test(type)) return [`sorts`];
    if (type === 'Seq Scan') return [`sequential scan of ${table}`];
    // A full index scan with a filter may read all rows.
    if (/Index/.test(type) && node['Index Cond'] === undefined && node.Filter !== undefined) {
      return [`full index scan of ${table} for ${node.Filter}`];
    }
    return [];
  });
}

export const indexesOf = (plan: PlanNode): string[] =>
  nodesOf(plan).flatMap(({ 'Index Name': name }) => (name === undefined ? [] : [name]));

const nodesOf = (plan: PlanNode): PlanNode[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
