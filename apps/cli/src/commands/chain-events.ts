import { chainStoredEvents, countUnchainedEvents } from '@florin/infrastructure';
import { withSchema } from '../database.js';
import { EXIT } from '../errors.js';
import type { Run } from '../invocation.js';
import { plural } from '../terminal.js';

export const run: Run = (invocation) => {
  const { terminal, report } = invocation;
  return withSchema(invocation, async (source) => {
    const progress = report.progress('chaining', await countUnchainedEvents(source), 'events');
    const onProgress = (done: number): void => {
      progress.update(done);
    };
    const chained = await chainStoredEvents(source, { signal: terminal.signal, onProgress }).finally(() => {
      progress.stop();
    });
    report.print(
      chained.accounts === 0
        ? 'All events are chained.'
        : `Chained ${plural(chained.events, 'event')} of ${plural(chained.accounts, 'account')}.`,
    );
    report.result(chained);
    return EXIT.ok;
  });
};
