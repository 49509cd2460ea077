import { setImmediate as endOfTurn } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { type Account, DEFAULT_SETTINGS } from '@florin/accounts';
import { PooledPdfRenderer } from '@florin/infrastructure';
import { type StatementLine, StatementReader } from '@florin/ledger';
import { anAccountId, aTransactionId, NOON, SteppedClock } from '@florin/ledger/testing';
import { StatementDownloads } from './statement-downloads.js';

const ACCOUNT = { id: anAccountId(), name: 'Ada Ltd', settings: DEFAULT_SETTINGS } as Account;
const LINE: StatementLine = {
  transactionId: aTransactionId(),
  type: 'credit',
  reference: 'order',
  amount: 1,
  balanceAfter: 1,
  postedAt: NOON,
};

/** A statement without end that counts the batches that were read. */
class EndlessReader extends StatementReader {
  read = 0;
  isFailing = false;

  page(): never {
    throw new Error('not used');
  }

  open() {
    const summary = { openingBalance: 0, closingBalance: 0, totalIn: 0n, totalOut: 0n, count: 1_000_000 };
    return Promise.resolve({ summary, batches: (size: number) => this.batches(size) });
  }

  private async *batches(size: number) {
    for (;;) {
      this.read += 1;
      await endOfTurn();
      if (this.isFailing) throw new Error('connection lost');
      yield Array.from({ length: size }, () => LINE);
    }
  }
}

async function openCsv() {
  const reader = new EndlessReader();
  const faults: unknown[] = [];
  const downloads = new StatementDownloads(reader, new PooledPdfRenderer(), new SteppedClock());
  const file = await downloads.csv(ACCOUNT, {}, (error) => faults.push(error));
  return { reader, faults, downloads, stream: file.getStream() };
}

const turns = async (): Promise<void> => {
  for (let turn = 0; turn < 200; turn += 1) await endOfTurn();
};

describe('a CSV download', () => {
  it('reads only as fast as its client', async () => {
    const { reader, stream } = await openCsv();
    expect(reader.read).toBe(0);
    stream.once('readable', () => undefined);
    await turns();
    const ahead = reader.read;
    expect(ahead).toBeLessThan(5);
    for (let chunk = 0; chunk < 10; chunk += 1) {
      stream.read();
      await turns();
    }
    expect(reader.read - ahead).toBeLessThanOrEqual(10);
    stream.destroy();
  });

  it('stops reading when the client disconnects', async () => {
    const { reader, stream } = await openCsv();
    stream.resume();
    await turns();
    stream.destroy();
    await turns();
    const { read } = reader;
    expect(read).toBeGreaterThan(5);
    await turns();
    expect(reader.read).toBe(read);
  });

  it('reports an error that interrupts it', async () => {
    const { reader, faults, stream } = await openCsv();
    reader.isFailing = true;
    const closed = new Promise((resolve) => stream.once('close', resolve));
    stream.resume();
    await closed;
    expect(faults).toMatchObject([{ message: 'connection lost' }]);
  });
});

describe('a PDF of too many lines', () => {
  it('is refused without reading them', async () => {
    const { reader, downloads } = await openCsv();
    await expect(downloads.pdf(ACCOUNT, {})).rejects.toMatchObject({
      code: 'invalid_request',
      message: expect.stringContaining('has 1,000,000 lines; a PDF has at most 10,000'),
    });
    expect(reader.read).toBe(0);
  });
});
