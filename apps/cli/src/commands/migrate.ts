import { migrate, readSchemaState } from '@florin/infrastructure';
import type { Run } from '../command.js';
import { type DataSource, findServer, withDatabase } from '../database.js';
import { EXIT } from '../errors.js';
import { type Report, reportFor } from '../reporting.js';
import { plural } from '../terminal.js';

export const run: Run = async (invocation) => {
  const { options, terminal } = invocation;
  const report = reportFor(invocation);
  if (options.flag('check')) {
    return withDatabase(options, terminal, 'looks', (source) => check(source, report));
  }
  const server = await findServer(options, terminal, 'makes');
  try {
    const { signal } = terminal;
    const applied = await migrate({ url: server.url }, { withinMs: 5_000, onWait: report.note, signal });
    for (const name of applied) report.say(`applied ${name}`);
    report.say(
      applied.length === 0
        ? 'The schema is up to date; there was nothing to apply.'
        : `Applied ${plural(applied.length, 'migration')}; the schema is up to date.`,
    );
    report.tell({ applied });
    return EXIT.ok;
  } finally {
    await server.stop();
  }
};

async function check(source: DataSource, report: Report): Promise<number> {
  const { applied, pending, unknown } = await readSchemaState(source);
  for (const name of pending) report.say(`pending ${name}`);
  for (const name of unknown) report.note(`${name} was applied by a release that this one does not know`);
  report.say(
    pending.length === 0
      ? `The schema is up to date (${plural(applied.length, 'migration')}).`
      : `${plural(pending.length, 'migration')} pending; florin migrate applies them.`,
  );
  report.tell({ applied, pending, unknown });
  return pending.length === 0 ? EXIT.ok : EXIT.failure;
}
