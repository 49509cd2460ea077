// Every drill by its name, with its description in --help.
import { breakCluster, restoreCluster, untilAtRest } from './faults/citus.mjs';
import { COMMIT_FAULTS } from './faults/commits.mjs';
import { fillPools, fillServer } from './faults/connection-exhaustion.mjs';
import { killDatabase, setReadOnly, stopDatabase, terminateBackends } from './faults/database.mjs';
import { checkFailover, failOver } from './faults/failover.mjs';
import { killInTurn } from './faults/kill-in-turn.mjs';
import { jumpClock, killApi, killWorker, resetClocks, restartApi } from './faults/services.mjs';
import { endWithRequestsInFlight } from './faults/shutdown.mjs';
import { openSlowSockets } from './faults/slow-sockets.mjs';

const repeated = (description, inject, options = {}) => ({ description, inject, mode: 'plain', ...options });
const onCommit = (description, name) => ({ description, mode: 'instrumented', commitFault: name });

export const DRILLS = {
  'kill-database': repeated('kill -9 of PostgreSQL, which restarts', killDatabase, {
    backWithinSeconds: 3,
  }),
  'stop-database': repeated(
    'SIGSTOP of PostgreSQL for two seconds: connections stay open without responses',
    stopDatabase,
  ),
  'end-backends': repeated('the server terminates every connection', terminateBackends),
  'read-only': repeated('the database is read-only for two seconds', setReadOnly),
  'full-pool': repeated('locks block every pooled connection for two seconds', fillPools),
  'full-server': repeated('other clients use all connections of PostgreSQL for two seconds', fillServer),
  'kill-api': repeated('kill -9 and restart of one of two API instances', killApi, {
    backWithinSeconds: 3,
  }),
  'kill-worker': repeated('kill -9 and restart of the worker', killWorker),
  'rolling-restarts': repeated('SIGTERM and restart, one instance after the other', restartApi, {
    everyCallMustSucceed: true,
    times: 20,
  }),
  shutdown: repeated('SIGTERM with 100 requests in flight', endWithRequestsInFlight, { times: 1 }),
  'slow-sockets': repeated('500 connections that send one byte per second', openSlowSockets, {
    everyCallMustSucceed: true,
    times: 1,
  }),
  'jump-clock': repeated('clock skew: the clocks of the services jump by up to two hours', jumpClock, {
    mode: 'instrumented',
    recover: resetClocks,
  }),
  'cut-before-commit': onCommit('the connection is cut before COMMIT is sent', 'cut-before-commit'),
  'cut-after-commit': onCommit('the connection is cut after COMMIT was sent', 'cut-after-commit'),
  'cut-before-answer': onCommit(
    'the connection is cut when the response to COMMIT arrives',
    'cut-before-answer',
  ),
  'halve-stream': onCommit('only half of a COMMIT or of its response arrives', 'halve-stream'),
  'delay-stream': onCommit('a COMMIT or its response is delayed by up to 2.5 seconds', 'delay-stream'),
  failover: repeated(
    'the primary ends, its synchronous standby is promoted, and the address moves',
    failOver,
    {
      database: 'replicated',
      backWithinSeconds: 3,
      recover: checkFailover,
    },
  ),
  citus: repeated(
    'kill -9 of the coordinator, a worker node, a backend and an API instance in turn, and commits that hang; needs CITUS_URL',
    breakCluster,
    { database: 'citus', recover: restoreCluster, beforeReading: untilAtRest },
  ),
  webhooks: repeated(
    'kill -9 of an API instance, the worker and PostgreSQL in turn, while 20,000 events of 50 accounts are delivered',
    killInTurn,
    { accounts: 50, webhookEvents: 20_000, leastFaults: 3 },
  ),
};

for (const { commitFault } of Object.values(DRILLS)) {
  if (commitFault !== undefined && !(commitFault in COMMIT_FAULTS))
    throw new Error(`Unknown commit fault: ${commitFault}`);
}
