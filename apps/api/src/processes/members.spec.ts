import type { ChildProcess } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { afterEach, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { until } from '../../../../test/support/until.js';
import type { KeptProcess } from './kept-process.js';
import { Members, StartFailed } from './members.js';
import type { FromMember, FromPrimary } from './messages.js';

/** A process that serves and tells its numbers when it is asked. */
class FakeMember extends EventEmitter {
  connected = true;
  readonly told: string[] = [];

  constructor(readonly number: string) {
    super();
  }

  says(message: FromMember): void {
    this.emit('message', message);
  }

  send(message: FromPrimary): void {
    if (message.kind === 'told') this.told.push(message.text);
    else
      this.says({
        kind: 'tells',
        number: message.number,
        text: `# HELP a A.\n# TYPE a gauge\na ${this.number}\n`,
      });
  }

  kill(): boolean {
    setImmediate(() => this.emit('exit', 0, null));
    return true;
  }
}

const kept: KeptProcess[] = [];
afterEach(() => Promise.all(kept.splice(0).map((one) => one.stop())));

function membersOf(onSpawn: (child: FakeMember) => void) {
  const spawned: FakeMember[] = [];
  const spawn = (environment: NodeJS.ProcessEnv): ChildProcess => {
    const child = new FakeMember(environment['FLORIN_PROCESS'] ?? '');
    spawned.push(child);
    onSpawn(child);
    return child as unknown as ChildProcess;
  };
  const members = new Members({}, { logger: pino({ level: 'silent' }), say: () => undefined, spawn });
  const start = (number: number) => {
    const { process, up } = members.start(number);
    kept.push(process);
    return up;
  };
  return { spawned, start };
}

const comesUp = (child: FakeMember): void => {
  setImmediate(() => {
    child.says({ kind: 'up', url: 'http://127.0.0.1:3000', announcements: [] });
  });
};

describe('the processes that serve', () => {
  it('are asked for their numbers, all that are up, whichever of them wants to know', async () => {
    const { spawned, start } = membersOf(comesUp);
    await Promise.all([start(1), start(2)]);
    spawned[1]!.says({ kind: 'asks', number: 1 });
    expect(spawned[1]!.told).toEqual(['# HELP a A.\n# TYPE a gauge\na 1\na 2\n']);
  });

  it.each([
    [
      'could not be made a process',
      (child: FakeMember) => setImmediate(() => child.emit('error', new Error('EAGAIN'))),
    ],
    ['is still starting', () => undefined],
    ['has died', (child: FakeMember) => setImmediate(() => child.emit('exit', 1, null))],
  ])('do not wait for the numbers of one that %s', async (_, onSpawn) => {
    const { spawned, start } = membersOf((child) => {
      if (child.number === '1') comesUp(child);
      else onSpawn(child);
    });
    await start(1);
    void start(2).catch(() => undefined);
    await until('it was tried', () => spawned.length >= 2);
    await new Promise((resolve) => setImmediate(resolve));
    spawned[0]!.says({ kind: 'asks', number: 1 });
    expect(spawned[0]!.told).toEqual(['# HELP a A.\n# TYPE a gauge\na 1\n']);
  });

  it('tell their own numbers also right before they say that they are up', () => {
    const { spawned, start } = membersOf(() => undefined);
    void start(1).catch(() => undefined);
    spawned[0]!.says({ kind: 'asks', number: 1 });
    expect(spawned[0]!.told).toEqual(['# HELP a A.\n# TYPE a gauge\na 1\n']);
  });

  it.each([
    ['ends', (child: FakeMember) => setImmediate(() => child.emit('exit', 1, null)), '(1)'],
    [
      'cannot be made a process',
      (child: FakeMember) => setImmediate(() => child.emit('error', new Error('EAGAIN'))),
      '(EAGAIN)',
    ],
    [
      'is refused by the system at once',
      () => {
        throw new Error('spawn ENOMEM');
      },
      '(spawn ENOMEM)',
    ],
  ])('fail the start when one %s before it has ever served', async (_, onSpawn, why) => {
    const failed = await membersOf(onSpawn)
      .start(1)
      .catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(StartFailed);
    expect((failed as Error).message).toBe(`process 1 of the API ended before it served ${why}`);
  });
});
