import { describe, expect, it } from '@jest/globals';
import { createLogger, translateDatabaseError, Unavailable } from '@florin/infrastructure';
import { JobErrorLog } from './job-error-log.js';

function logLinesOf(act: (log: JobErrorLog) => void): string[] {
  const lines: string[] = [];
  const logger = createLogger('info', { write: (line) => lines.push(line) });
  act(new JobErrorLog(logger));
  return lines.map((line) => {
    const { level, msg, job } = JSON.parse(line) as { level: string; msg: string; job?: string };
    return `${level} ${job === undefined ? '' : `${job}: `}${msg}`;
  });
}

/** An error of the server, as thrown by the driver. */
const serverError = (code: string) => Object.assign(withCode(code), { severity: 'ERROR' });
const translated = (code: string) => translateDatabaseError(serverError(code));

const withCode = (code: string) => Object.assign(new Error('database error'), { code });

describe('the job error log', () => {
  it('logs once that the database is unavailable and once that it is back, for every kind of error', () => {
    const lines = logLinesOf((log) => {
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
      'warn database unavailable; jobs wait',
      'info database available again; jobs continue',
      'warn database unavailable; jobs wait',
    ]);
  });

  it.each(['55P03', '53100', '25006', '57014'])(
    'logs a server error (%s) once for each job, and not as an unavailable database',
    (code) => {
      const retriesExhausted = new Unavailable(undefined, undefined, { cause: translated('40P01') });
      const lines = logLinesOf((log) => {
        for (const _ of [1, 2, 3]) {
          log.recordError(new AggregateError([translated(code), retriesExhausted]), 'expire-requests');
          log.recordSuccess('settle-due');
        }
        log.recordError(translated(code), 'bill-subscriptions');
        log.recordSuccess('expire-requests');
        log.recordSuccess('expire-requests');
      });
      expect(lines).toEqual([
        'warn expire-requests: the database rejects the statements of this job; retrying',
        'warn bill-subscriptions: the database rejects the statements of this job; retrying',
        'info expire-requests: the database accepts the statements of this job again',
      ]);
    },
  );

  it('logs a server error of the queue once, until a job succeeds', () => {
    const lines = logLinesOf((log) => {
      log.recordError(serverError('53100'));
      log.recordError(serverError('53100'));
      log.recordSuccess('settle-due');
      log.recordError(serverError('53100'));
    });
    expect(lines).toEqual([
      'warn the database rejects the statements of the job queue; retrying',
      'info the database accepts the statements of the job queue again',
      'warn the database rejects the statements of the job queue; retrying',
    ]);
  });

  it('logs an unavailable database if only some of several errors are server errors', () => {
    const lines = logLinesOf((log) => {
      log.recordError(new AggregateError([withCode('ECONNRESET'), translated('55P03')]), 'expire-requests');
    });
    expect(lines).toEqual(['warn expire-requests: database unavailable; jobs wait']);
  });

  it('logs every other error each time', () => {
    const lines = logLinesOf((log) => {
      log.recordError(withCode('23505'), 'settle-due');
      log.recordError(new Error('unexpected'), 'settle-due');
      log.recordError(new Error('connection lost to the card processor'), 'resolve-attempts');
      log.recordError(new AggregateError([new Unavailable(), new Error('other')]), 'bill-subscriptions');
      log.recordError(new Error('no such queue'));
    });
    expect(lines).toEqual([
      ...['settle-due', 'settle-due', 'resolve-attempts', 'bill-subscriptions'].map(
        (job) => `error ${job}: job failed`,
      ),
      'error job queue error',
    ]);
  });
});
