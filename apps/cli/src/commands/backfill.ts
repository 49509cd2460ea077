import { countUnnumberedEntries, numberEntries } from '@florin/infrastructure';
import { withSchema } from '../database.js';
import { EXIT } from '../errors.js';
import type { Run } from '../invocation.js';
import { plural } from '../terminal.js';
import { chainEvents } from './chain-events.js';

export const run: Run = (invocation) => {
  const { terminal, report } = invocation;
  return withSchema(invocation, async (source) => {
    const chained = await chainEvents(source, invocation);
    const progress = report.progress('numbering', await countUnnumberedEntries(source), 'entries');
    const onProgress = (done: number): void => {
      progress.update(done);
    };
    const numbered = await numberEntries(source, { signal: terminal.signal, onProgress }).finally(() => {
      progress.stop();
    });
    report.print(
      numbered.rows === 0
        ? 'All entries are numbered.'
        : `Numbered ${plural(numbered.rows, 'entry', 'entries')} of ${plural(numbered.accounts, 'account')}.`,
    );
    report.result({ ...chained, numbered: numbered.rows });
    return EXIT.ok;
  });
};
