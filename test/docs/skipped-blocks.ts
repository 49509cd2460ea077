/**
 * Blocks marked `no-run`, by one of their lines, and why a test cannot run them. A `no-run` block that is not listed fails a
 * test, and so does an entry without a block.
 */
export const SKIPPED_BLOCKS: readonly {
  readonly page: string;
  readonly line: string;
  readonly reason: string;
}[] = [
  {
    page: 'README.md',
    line: 'npm start',
    reason: 'it starts the service that this test uses for all other commands',
  },
  {
    page: 'docs/getting-started.md',
    line: 'SETTLEMENT_DELAY_SECONDS=off npm start',
    reason: 'it starts the service that this test uses for all other commands',
  },
  {
    page: 'docs/getting-started.md',
    line: "ADMIN_PASSWORD='the password that the first start printed'",
    reason: 'the test takes the password from the output of the start',
  },
  {
    page: 'CONTRIBUTING.md',
    line: 'npm run test:deep',
    reason: 'the tests would run themselves; another test checks that the scripts exist',
  },
  {
    page: 'docs/operating/database.md',
    line: 'export DATABASE_URL=',
    reason: 'it names your own server; encrypted-server.deep.spec.ts tests the encryption',
  },
  {
    page: 'docs/operating/tls-and-proxies.md',
    line: 'TLS_CERT=',
    reason: 'it needs your certificate and port 443; tls.deep.spec.ts tests HTTPS',
  },
  {
    page: 'docs/operating/backup-and-restore.md',
    line: 'pg_dump',
    reason: 'it needs your own server and client programs of its version, which Florin does not include',
  },
  {
    page: 'docs/operating/backup-and-restore.md',
    line: 'createdb',
    reason: 'it needs your own server and client programs of its version, which Florin does not include',
  },
  {
    page: 'docs/operating/production.md',
    line: 'cd /opt/florin',
    reason: 'it names your folder; the test uses the same two scripts to install and build',
  },
  {
    page: 'docs/operating/cases.md',
    line: 'florin export',
    reason: 'it needs a restored backup on another server; export.deep.spec.ts tests the export',
  },
  {
    page: 'docs/operating/cases.md',
    line: 'grep',
    reason: 'the log destination is yours; access-log.deep.spec.ts tests such lines',
  },
  {
    page: 'docs/operating/cases.md',
    line: 'psql',
    reason: 'it needs your own server and its client program; export.deep.spec.ts tests the export',
  },
  {
    page: 'docs/operating/scaling.md',
    line: 'npm run start:worker',
    reason: 'it runs until it is stopped; the service of this test has the same worker',
  },
  {
    page: 'docs/operating/scaling.md',
    line: 'npm run bench',
    reason: 'it takes half a minute and all CPU cores',
  },
  {
    page: 'docs/operating/cli.md',
    line: 'npm run florin -- webhooks listen',
    reason: 'it runs until it is interrupted; webhooks.deep.spec.ts tests it',
  },
  {
    page: 'docs/operating/cli.md',
    line: 'npm run florin -- distribute',
    reason: 'it needs a Citus cluster; distribution.citus.spec.ts tests it',
  },
  {
    page: 'docs/operating/citus.md',
    line: 'florin distribute --check',
    reason: 'it needs a Citus cluster; distribution.citus.spec.ts tests it',
  },
  {
    page: 'docs/testing.md',
    line: 'CITUS_URL=',
    reason: 'it needs a Citus cluster',
  },
  {
    page: 'docs/operating/drills.md',
    line: 'npm run drill -- kill-database',
    reason: 'it takes ten minutes for each; drills.deep.spec.ts runs the short form',
  },
  {
    page: 'docs/operating/drills.md',
    line: 'npm run drill -- cut-after-commit',
    reason: 'it takes minutes; drills.deep.spec.ts runs the short form',
  },
  {
    page: 'docs/operating/drills.md',
    line: 'npm run drill -- shutdown',
    reason: 'it takes minutes; drills.deep.spec.ts runs the short form',
  },
  {
    page: 'docs/operating/drills.md',
    line: 'npm run drill -- webhooks',
    reason: 'it takes minutes; drills.deep.spec.ts runs the short form',
  },
  {
    page: 'docs/fuzzing.md',
    line: 'npm run fuzz',
    reason: 'it takes a minute and more; fuzz.deep.spec.ts runs the same cases',
  },
  {
    page: 'docs/operating/scaling.md',
    line: 'npm run overload',
    reason: 'it takes minutes and all CPU cores',
  },
  {
    page: 'docs/performance.md',
    line: 'npm run bench',
    reason: 'it takes minutes and all CPU cores',
  },
  {
    page: 'docs/performance.md',
    line: 'DATA_DIR=.data/grown npm run generate',
    reason: 'it takes minutes and some gigabytes; generate.deep.spec.ts runs it on a smaller scale',
  },
  {
    page: 'docs/performance.md',
    line: 'npm run soak',
    reason: 'it takes ten minutes and all CPU cores',
  },
  {
    page: 'docs/performance.md',
    line: 'npm run webhook-load',
    reason: 'it takes minutes and all CPU cores',
  },
  {
    page: 'docs/performance.md',
    line: 'npm run overload',
    reason: 'it takes minutes and all CPU cores',
  },
  {
    page: 'docs/operating/containers.md',
    line: 'docker compose up',
    reason: 'it needs a container engine; containers.spec.ts checks the files',
  },
  {
    page: 'docs/operating/containers.md',
    line: 'docker compose exec',
    reason: 'it needs a container engine; containers.spec.ts checks the files',
  },
  {
    page: 'docs/operating/containers.md',
    line: 'docker compose run',
    reason: 'it needs a container engine; containers.spec.ts checks the files',
  },
  {
    page: 'docs/operating/backup-and-restore.md',
    line: 'pg_basebackup',
    reason:
      'it needs your own server and client programs of its version; point-in-time.deep.spec.ts does the same without them',
  },
  {
    page: 'docs/operating/backup-and-restore.md',
    line: 'recovery_target_time',
    reason: 'it needs your own server; point-in-time.deep.spec.ts restores one this way',
  },
  {
    page: 'docs/operating/failover.md',
    line: 'export DATABASE_URL',
    reason: 'it needs two servers; server-choice.int.spec.ts and the drill failover use such an address',
  },
  {
    page: 'docs/operating/failover.md',
    line: 'pg_basebackup',
    reason:
      'it needs two servers and client programs of their version; the drill failover does the same without them',
  },
  {
    page: 'docs/operating/failover.md',
    line: 'psql --host=db2',
    reason:
      'it needs two servers and client programs of their version; the drill failover does the same without them',
  },
  {
    page: 'docs/operating/failover.md',
    line: 'npm run drill',
    reason: 'drills.deep.spec.ts runs it, for a shorter time',
  },
  {
    page: 'docs/simulation.md',
    line: 'npm run planted-bugs',
    reason: 'it runs many tests many times; planted-bugs.deep.spec.ts runs some of them',
  },
  {
    page: 'docs/testing.md',
    line: 'npm run mutation',
    reason: 'it runs the unit tests thousands of times; another test checks that the script exists',
  },
];
