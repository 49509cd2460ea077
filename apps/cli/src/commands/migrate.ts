import { migrate, readSchemaState } from '@florin/infrastructure';
import { type DataSource, findServer, withDatabase } from '../database.js';
import { EXIT } from '../errors.js';
import type { CommonOptions, Run } from '../invocation.js';
import type { Report } from '../report.js';
import { plural } from '../terminal.js';

export const run: Run<CommonOptions & { readonly check?: boolean }> = async (invocation) => {
  const { options, terminal, report } = invocation;
  if (options.check === true) return withDatabase(invocation, 'existing', (source) => check(source, report));
  const server = await findServer(invocation, 'create');
  try {
    const { signal } = terminal;
    const applied = await migrate({ url: server.url }, { withinMs: 5_000, onWait: report.note, signal });
    for (const name of applied) report.print(`applied ${name}`);
    report.print(
      applied.length === 0
        ? 'The schema is up to date; no migration was pending.'
        : `Applied ${plural(applied.length, 'migration')}; the schema is up to date.`,
    );
    report.result({ applied });
    return EXIT.ok;
  } finally {
    await server.stop();
  }
};

async function check(source: DataSource, report: Report): Promise<number> {
  const { applied, pending, unknown } = await readSchemaState(source);
  for (const name of pending) report.print(`pending ${name}`);
  for (const name of unknown) report.note(`unknown migration ${name}: it was applied by a later release`);
  report.print(
    pending.length === 0
      ? `The schema is up to date (${plural(applied.length, 'migration')}).`
      : `${plural(pending.length, 'migration')} pending; apply with florin migrate.`,
  );
  report.result({ applied, pending, unknown });
  return pending.length === 0 ? EXIT.ok : EXIT.failure;
}
