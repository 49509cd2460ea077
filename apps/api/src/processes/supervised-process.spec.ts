import type { ChildProcess } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { describe, expect, it } from '@jest/globals';
import type { Logger } from 'pino';
import { until } from '../../../../test/support/until.js';
import { superviseProcess } from './supervised-process.js';

class FakeChild extends EventEmitter {
  readonly signals: string[] = [];

  kill(signal: string): boolean {
    this.signals.push(signal);
    setImmediate(() => this.emit('exit', null, signal));
    return true;
  }
}

function superviseFakeChild(onStart: (child: FakeChild) => void) {
  const children: FakeChild[] = [];
  const logged: Record<string, unknown>[] = [];
  const logger = { error: (facts: Record<string, unknown>) => logged.push(facts) } as unknown as Logger;
  const start = (): ChildProcess => {
    const child = new FakeChild();
    children.push(child);
    onStart(child);
    return child as unknown as ChildProcess;
  };
  return {
    children,
    told: logged,
    process: superviseProcess({ name: 'the worker', start, logger, firstPauseMs: 2 }),
  };
}

describe('a process that is kept running', () => {
  it('is started again when it ends by itself, after ever longer pauses, and that is told', async () => {
    const { children, told, process } = superviseFakeChild((child) =>
      setImmediate(() => child.emit('exit', 1, null)),
    );
    await until('it has ended five times', () => told.length >= 5);
    await process.stop();
    expect(told.slice(0, 5)).toEqual(
      [2, 4, 8, 16, 32].map((againInMs) => ({ code: 1, signal: null, againInMs })),
    );
    expect(children.length).toBeGreaterThanOrEqual(5);
  });

  it('is started again when it could not even be started, and why is told', async () => {
    const { told, process } = superviseFakeChild((child) =>
      setImmediate(() => child.emit('error', new Error('ENOENT'))),
    );
    await until('it was tried twice', () => told.length >= 2);
    await process.stop();
    expect(told[0]).toEqual({ err: new Error('ENOENT'), againInMs: 2 });
  });

  it('is started again when the system refuses to make it a process at all', async () => {
    let tries = 0;
    const { children, told, process } = superviseFakeChild(() => {
      if (++tries < 3) throw new Error('spawn ENOMEM');
    });
    await until('it was tried three times', () => children.length >= 3);
    await process.stop();
    expect(told).toEqual([2, 4].map((againInMs) => ({ err: new Error('spawn ENOMEM'), againInMs })));
  });

  it('is ended gently with whoever keeps it, and not started again', async () => {
    const { children, told, process } = superviseFakeChild(() => undefined);
    await process.stop();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(children.map(({ signals }) => signals)).toEqual([['SIGTERM']]);
    expect(told).toEqual([]);
  });
});
