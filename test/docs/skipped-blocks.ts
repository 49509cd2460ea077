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
    reason: 'the service it starts is the one that this test runs everything else against',
  },
  {
    page: 'docs/getting-started.md',
    line: 'SETTLEMENT_DELAY_SECONDS=off npm start',
    reason: 'the service it starts is the one that this test runs everything else against',
  },
  {
    page: 'docs/getting-started.md',
    line: "ADMIN_PASSWORD='the password that the first start printed'",
    reason: 'the test takes the password from the output of the start',
  },
  {
    page: 'CONTRIBUTING.md',
    line: 'npm run test:deep',
    reason: 'the tests would run themselves; that the scripts exist is tested',
  },
  {
    page: 'docs/operating/database.md',
    line: 'export DATABASE_URL=',
    reason: 'it names a server of your own; encrypted-server.deep.spec.ts shows the encryption at work',
  },
  {
    page: 'docs/operating/tls-and-proxies.md',
    line: 'TLS_CERT=',
    reason: 'it needs a certificate of yours and port 443; tls.deep.spec.ts shows HTTPS at work',
  },
  {
    page: 'docs/operating/backup-and-restore.md',
    line: 'pg_dump',
    reason: 'it needs a server of your own and client programs of its version, which Florin does not bring',
  },
  {
    page: 'docs/operating/backup-and-restore.md',
    line: 'createdb',
    reason: 'it needs a server of your own and client programs of its version, which Florin does not bring',
  },
  {
    page: 'docs/operating/production.md',
    line: 'cd /opt/florin',
    reason: 'it names a folder of yours; the test has installed and built by the same two scripts',
  },
  {
    page: 'docs/operating/cases.md',
    line: 'florin export',
    reason: 'it needs a backup that was restored into a server beside; export.deep.spec.ts shows the export',
  },
  {
    page: 'docs/operating/cases.md',
    line: 'grep',
    reason: 'where the log goes is up to you; access-log.e2e.spec.ts shows such lines',
  },
  {
    page: 'docs/operating/cases.md',
    line: 'psql',
    reason: 'it needs a server of your own and its client program; export.deep.spec.ts shows the export',
  },
  {
    page: 'docs/operating/scaling.md',
    line: 'npm run start:worker',
    reason: 'it runs until it is stopped; the worker beside the service of this test is the same program',
  },
  {
    page: 'docs/operating/scaling.md',
    line: 'npm run bench',
    reason: 'it takes half a minute and all of the machine',
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
    page: 'docs/fuzzing.md',
    line: 'npm run fuzz',
    reason: 'it takes a minute and more; fuzz.deep.spec.ts runs the same cases',
  },
  {
    page: 'docs/operating/scaling.md',
    line: 'npm run overload',
    reason: 'it takes minutes and all of the machine',
  },
  {
    page: 'docs/performance.md',
    line: 'npm run bench',
    reason: 'it takes minutes and all of the machine',
  },
  {
    page: 'docs/performance.md',
    line: 'DATA_DIR=.data/grown npm run generate',
    reason: 'it takes minutes and some gigabytes; generate.deep.spec.ts runs the same on a smaller scale',
  },
  {
    page: 'docs/performance.md',
    line: 'npm run soak',
    reason: 'it takes ten minutes and all of the machine',
  },
  {
    page: 'docs/performance.md',
    line: 'npm run overload',
    reason: 'it takes minutes and all of the machine',
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
      'it needs a server of your own and client programs of its version; point-in-time.deep.spec.ts does the same without them',
  },
  {
    page: 'docs/operating/backup-and-restore.md',
    line: 'recovery_target_time',
    reason: 'it needs a server of your own; point-in-time.deep.spec.ts restores one this way',
  },
  {
    page: 'docs/operating/failover.md',
    line: 'export DATABASE_URL',
    reason:
      'it needs two servers of your own; server-choice.int.spec.ts and the drill failover use such an address',
  },
  {
    page: 'docs/operating/failover.md',
    line: 'pg_basebackup',
    reason:
      'it needs two servers of your own and client programs of their version; the drill failover does the same without them',
  },
  {
    page: 'docs/operating/failover.md',
    line: 'psql --host=db2',
    reason:
      'it needs two servers of your own and client programs of their version; the drill failover does the same without them',
  },
  {
    page: 'docs/operating/failover.md',
    line: 'npm run drill',
    reason: 'drills.deep.spec.ts runs it, for a shorter time',
  },
  {
    page: 'docs/simulation.md',
    line: 'npm run planted-bugs',
    reason: 'it runs many tests many times; planted-bugs.deep.spec.ts runs a part of them',
  },
  {
    page: 'docs/testing.md',
    line: 'npm run mutation',
    reason: 'it runs the unit tests thousands of times; that the script exists is tested',
  },
];
