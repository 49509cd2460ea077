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
  const logger = { error: (context: Record<string, unknown>) => logged.push(context) } as unknown as Logger;
  const start = (): ChildProcess => {
    const child = new FakeChild();
    children.push(child);
    onStart(child);
    return child as unknown as ChildProcess;
  };
  return {
    children,
    logged,
    process: superviseProcess({ name: 'the worker', start, logger, firstPauseMs: 2 }),
  };
}

describe('a supervised process', () => {
  it('is restarted with exponential backoff when it exits, and the exit is logged', async () => {
    const { children, logged, process } = superviseFakeChild((child) =>
      setImmediate(() => child.emit('exit', 1, null)),
    );
    await until('it has exited five times', () => logged.length >= 5);
    await process.stop();
    expect(logged.slice(0, 5)).toEqual(
      [2, 4, 8, 16, 32].map((againInMs) => ({ code: 1, signal: null, againInMs })),
    );
    expect(children.length).toBeGreaterThanOrEqual(5);
  });

  it('is restarted when it could not be started, and the error is logged', async () => {
    const { logged, process } = superviseFakeChild((child) =>
      setImmediate(() => child.emit('error', new Error('ENOENT'))),
    );
    await until('it was started twice', () => logged.length >= 2);
    await process.stop();
    expect(logged[0]).toEqual({ err: new Error('ENOENT'), againInMs: 2 });
  });

  it('is restarted when the system cannot create the process', async () => {
    let attempts = 0;
    const { children, logged, process } = superviseFakeChild(() => {
      if (++attempts < 3) throw new Error('spawn ENOMEM');
    });
    await until('it was started three times', () => children.length >= 3);
    await process.stop();
    expect(logged).toEqual([2, 4].map((againInMs) => ({ err: new Error('spawn ENOMEM'), againInMs })));
  });

  it('receives SIGTERM when it is stopped, and is not restarted', async () => {
    const { children, logged, process } = superviseFakeChild(() => undefined);
    await process.stop();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(children.map(({ signals }) => signals)).toEqual([['SIGTERM']]);
    expect(logged).toEqual([]);
  });
});
