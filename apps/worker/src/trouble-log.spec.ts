import { describe, expect, it } from '@jest/globals';
import { createLogger, Unavailable } from '@florin/infrastructure';
import { TroubleLog } from './trouble-log.js';

function logged(act: (log: TroubleLog) => void): string[] {
  const lines: string[] = [];
  const logger = createLogger('info', { write: (line) => lines.push(line) });
  act(new TroubleLog(logger));
  return lines.map((line) => {
    const { level, msg } = JSON.parse(line) as { level: string; msg: string };
    return `${level} ${msg}`;
  });
}

const withCode = (code: string) => Object.assign(new Error('no'), { code });

describe('the log of trouble', () => {
  it('tells once that the database went and once that it came back, whatever shape the news has', () => {
    const lines = logged((log) => {
      log.isOver();
      log.tell(withCode('ECONNREFUSED'));
      log.tell(Object.assign(withCode('57P01'), { severity: 'FATAL' }));
      log.tell(new Error('timeout exceeded when trying to connect'), 'settle-due');
      log.tell(new AggregateError([withCode('ECONNRESET'), new Unavailable()]), 'bill-subscriptions');
      log.isOver();
      log.isOver();
      log.tell(withCode('EPIPE'));
    });
    expect(lines).toEqual([
      'warn the database is away; jobs wait until it is back',
      'info the database is back; jobs go on',
      'warn the database is away; jobs wait until it is back',
    ]);
  });

  it('tells of everything else each time', () => {
    const lines = logged((log) => {
      log.tell(withCode('23505'), 'settle-due');
      log.tell(new Error('no such thing'), 'settle-due');
      log.tell(new Error('connection lost to the card processor'), 'resolve-attempts');
      log.tell(new AggregateError([new Unavailable(), new Error('other')]), 'bill-subscriptions');
      log.tell(new Error('no such queue'));
    });
    expect(lines).toEqual([
      ...Array<string>(4).fill('error a job failed'),
      'error the job queue has trouble',
    ]);
  });
});
