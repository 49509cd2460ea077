// Every drill by its name, with the words that --help has for it.
import { COMMIT_FAULTS } from './faults/commits.mjs';
import { fillPools, fillServer } from './faults/connection-exhaustion.mjs';
import { endBackends, killDatabase, stopDatabase, turnReadOnly } from './faults/database.mjs';
import { failOver, checkFailover } from './faults/failover.mjs';
import { jumpClock, killApi, killWorker, restartApi, setClocksRight } from './faults/services.mjs';
import { endWithRequestsInFlight } from './faults/shutdown.mjs';
import { openSlowSockets } from './faults/slow-sockets.mjs';

const every = (words, strike, more = {}) => ({ words, strike, mode: 'plain', ...more });
const wire = (words, name) => ({ words, mode: 'rigged', commitFault: name });

export const DRILLS = {
  'kill-database': every('kill -9 of PostgreSQL; it starts again by itself', killDatabase, {
    backWithinSeconds: 3,
  }),
  'stop-database': every(
    'SIGSTOP of PostgreSQL for two seconds: connections stay, nobody answers',
    stopDatabase,
  ),
  'end-backends': every('every connection is ended by the server', endBackends),
  'read-only': every('the database takes no writes for two seconds', turnReadOnly),
  'full-pool': every('locks keep every connection of the pools busy for two seconds', fillPools),
  'full-server': every('others take every connection that PostgreSQL has, for two seconds', fillServer),
  'kill-api': every('kill -9 of one of two API instances; it is started again', killApi, {
    backWithinSeconds: 3,
  }),
  'kill-worker': every('kill -9 of the worker; it is started again', killWorker),
  'rolling-restarts': every('SIGTERM and a new start, one instance after the other', restartApi, {
    everyCallMustEndWell: true,
    times: 20,
  }),
  shutdown: every('SIGTERM with 100 requests in flight', endWithRequestsInFlight, { times: 1 }),
  'slow-sockets': every('500 connections that send a byte a second', openSlowSockets, {
    everyCallMustEndWell: true,
    times: 1,
  }),
  'jump-clock': every('the clocks of the services jump by up to two hours', jumpClock, {
    mode: 'rigged',
    heal: setClocksRight,
  }),
  'cut-before-commit': wire('the connection is cut when COMMIT is about to be sent', 'cut-before-commit'),
  'cut-after-commit': wire('the connection is cut when COMMIT was sent', 'cut-after-commit'),
  'cut-before-answer': wire(
    "the connection is cut when PostgreSQL's answer to COMMIT arrives",
    'cut-before-answer',
  ),
  'halve-stream': wire('half of a COMMIT or of its answer arrives, and then nothing', 'halve-stream'),
  'delay-stream': wire('a COMMIT or its answer is late by up to 2.5 seconds', 'delay-stream'),
  failover: every('the primary is ended, its synchronous standby promoted, and the address moves', failOver, {
    database: 'replicated',
    backWithinSeconds: 3,
    heal: checkFailover,
  }),
};

for (const { commitFault } of Object.values(DRILLS)) {
  if (commitFault !== undefined && !(commitFault in COMMIT_FAULTS))
    throw new Error(`No fault is called ${commitFault}`);
}
