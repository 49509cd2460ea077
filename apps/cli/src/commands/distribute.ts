import { distribute, type DistributionPlan, planDistribution, type TableKind } from '@florin/infrastructure';
import { withDatabase } from '../database.js';
import { EXIT } from '../errors.js';
import type { CommonOptions, Invocation, Run } from '../invocation.js';
import { confirm } from '../prompt.js';
import type { Report } from '../report.js';
import { plural } from '../terminal.js';

interface Options extends CommonOptions {
  readonly check?: boolean;
  readonly shards?: number;
  readonly yes?: boolean;
}

/** A rebalance needs more shards than nodes, but a batch is cheaper the fewer there are. */
const SHARDS_PER_NODE = 2;

export const run: Run<Options> = (invocation) =>
  withDatabase(invocation, 'existing', async (source) => {
    const { options, report } = invocation;
    const plan = await planDistribution(source);
    const shards = options.shards ?? SHARDS_PER_NODE * plan.nodes;
    explain(plan, shards, report);
    if (options.check === true || plan.missing.length === 0) {
      report.result({ placed: [], missing: plan.missing.map(({ name }) => name) });
      return plan.missing.length === 0 ? EXIT.ok : EXIT.failure;
    }
    if (!(await isConfirmed(invocation))) {
      report.note('nothing was changed');
      return EXIT.failure;
    }
    const progress = report.progress('distributing', plan.missing.length, 'tables');
    const onPlaced = (_table: unknown, done: number): void => {
      progress.update(done);
    };
    await distribute(source, plan, { shards, onPlaced }).finally(() => {
      progress.stop();
    });
    report.print(`Distributed ${plural(plan.missing.length, 'table')}. Check the ledger with florin verify.`);
    report.result({ placed: plan.missing.map(({ name }) => name), missing: [] });
    return EXIT.ok;
  });

const PLACES: Readonly<Record<Exclude<TableKind, 'local'>, string>> = {
  reference: 'copied to every node',
  distributed: 'distributed by account_id',
  coordinator: 'on the coordinator, in the metadata of Citus',
};

function explain({ missing, placed, nodes }: DistributionPlan, shards: number, report: Report): void {
  for (const { name, kind } of missing) if (kind !== 'local') report.print(`${name}: ${PLACES[kind]}`);
  const isFirst = missing.some(({ kind }) => kind === 'distributed') && placed.length === 0;
  report.print(
    missing.length === 0
      ? `The database has the distributed form (${plural(placed.length, 'table')}).`
      : `${plural(missing.length, 'table')} to distribute${isFirst ? `, in ${plural(shards, 'shard')} on ${plural(nodes, 'node')}` : ''}.`,
  );
}

async function isConfirmed({ options, terminal }: Invocation<Options>): Promise<boolean> {
  if (options.yes === true || terminal.stdin.isTTY !== true) return true;
  return confirm(terminal, 'This locks all tables, and only a restored backup undoes it. Continue?');
}
