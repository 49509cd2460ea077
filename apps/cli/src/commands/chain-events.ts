import { chainStoredEvents, countUnchainedEvents, fillEventBalances } from '@florin/infrastructure';
import { withSchema } from '../database.js';
import { EXIT } from '../errors.js';
import type { Invocation, Run } from '../invocation.js';
import { plural } from '../terminal.js';

type Source = Parameters<typeof chainStoredEvents>[0];

export const run: Run = (invocation) =>
  withSchema(invocation, async (source) => {
    invocation.report.result(await chainEvents(source, invocation));
    return EXIT.ok;
  });

/** The balances first: the hash of an event covers the one that it shows. */
export async function chainEvents(source: Source, { terminal, report }: Invocation) {
  const progress = report.progress('chaining', await countUnchainedEvents(source), 'events');
  const onProgress = (done: number): void => {
    progress.update(done);
  };
  const { signal } = terminal;
  try {
    await fillEventBalances(source, { signal });
    const chained = await chainStoredEvents(source, { signal, onProgress });
    progress.stop();
    report.print(
      chained.accounts === 0
        ? 'All events are chained.'
        : `Chained ${plural(chained.events, 'event')} of ${plural(chained.accounts, 'account')}.`,
    );
    return chained;
  } finally {
    progress.stop();
  }
}
