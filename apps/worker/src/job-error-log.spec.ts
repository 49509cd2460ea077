import { describe, expect, it } from '@jest/globals';
import { createLogger, translateDatabaseError, Unavailable } from '@florin/infrastructure';
import { JobErrorLog } from './job-error-log.js';

function logged(act: (log: JobErrorLog) => void): string[] {
  const lines: string[] = [];
  const logger = createLogger('info', { write: (line) => lines.push(line) });
  act(new JobErrorLog(logger));
  return lines.map((line) => {
    const { level, msg, job } = JSON.parse(line) as { level: string; msg: string; job?: string };
    return `${level} ${job === undefined ? '' : `${job}: `}${msg}`;
  });
}

/** What the server answers, as it comes from the driver and as it comes from a unit of work. */
const answered = (code: string) => Object.assign(withCode(code), { severity: 'ERROR' });
const translated = (code: string) => translateDatabaseError(answered(code));

const withCode = (code: string) => Object.assign(new Error('no'), { code });

describe('the log of trouble', () => {
  it('tells once that the database went and once that it came back, whatever shape the news has', () => {
    const lines = logged((log) => {
      log.recordSuccess('settle-due');
      log.recordError(withCode('ECONNREFUSED'));
      log.recordError(Object.assign(withCode('57P01'), { severity: 'FATAL' }));
      log.recordError(new Error('timeout exceeded when trying to connect'), 'settle-due');
      log.recordError(new AggregateError([withCode('ECONNRESET'), new Unavailable()]), 'bill-subscriptions');
      log.recordSuccess('settle-due');
      log.recordSuccess('bill-subscriptions');
      log.recordError(withCode('EPIPE'));
    });
    expect(lines).toEqual([
      'warn the database is away; jobs wait until it is back',
      'info the database is back; jobs go on',
      'warn the database is away; jobs wait until it is back',
    ]);
  });

  it.each(['55P03', '53100', '25006', '57014'])(
    'tells once for each job that the database does not let it work (%s), and does not take that for its absence',
    (code) => {
      const inVain = new Unavailable(undefined, undefined, { cause: translated('40P01') });
      const lines = logged((log) => {
        for (const _ of [1, 2, 3]) {
          log.recordError(new AggregateError([translated(code), inVain]), 'expire-requests');
          log.recordSuccess('settle-due');
        }
        log.recordError(translated(code), 'bill-subscriptions');
        log.recordSuccess('expire-requests');
        log.recordSuccess('expire-requests');
      });
      expect(lines).toEqual([
        'warn expire-requests: the database does not let this job work; it is tried again',
        'warn bill-subscriptions: the database does not let this job work; it is tried again',
        'info expire-requests: the database lets this job work again',
      ]);
    },
  );

  it('tells once that the queue cannot work on a database that is there, until a job has gone well', () => {
    const lines = logged((log) => {
      log.recordError(answered('53100'));
      log.recordError(answered('53100'));
      log.recordSuccess('settle-due');
      log.recordError(answered('53100'));
    });
    expect(lines).toEqual([
      'warn the database does not let the job queue work; it is tried again',
      'info the database lets the job queue work again',
      'warn the database does not let the job queue work; it is tried again',
    ]);
  });

  it('takes for away what is away for some and busy for others', () => {
    const lines = logged((log) => {
      log.recordError(new AggregateError([withCode('ECONNRESET'), translated('55P03')]), 'expire-requests');
    });
    expect(lines).toEqual(['warn expire-requests: the database is away; jobs wait until it is back']);
  });

  it('tells of everything else each time', () => {
    const lines = logged((log) => {
      log.recordError(withCode('23505'), 'settle-due');
      log.recordError(new Error('no such thing'), 'settle-due');
      log.recordError(new Error('connection lost to the card processor'), 'resolve-attempts');
      log.recordError(new AggregateError([new Unavailable(), new Error('other')]), 'bill-subscriptions');
      log.recordError(new Error('no such queue'));
    });
    expect(lines).toEqual([
      ...['settle-due', 'settle-due', 'resolve-attempts', 'bill-subscriptions'].map(
        (job) => `error ${job}: a job failed`,
      ),
      'error the job queue has trouble',
    ]);
  });
});
