/**
 * Blocks marked `no-run`, by a line that is in them, and why a test cannot run them. A block that is not named here
 * has to run; a line here that no block has any more has to go.
 */
export const UNRUN: readonly { readonly page: string; readonly line: string; readonly because: string }[] = [
  {
    page: 'README.md',
    line: 'npm start',
    because: 'the service it starts is the one that this test runs everything else against',
  },
  {
    page: 'docs/quick-start.md',
    line: 'SETTLEMENT_DELAY_SECONDS=off npm start',
    because: 'the service it starts is the one that this test runs everything else against',
  },
  {
    page: 'docs/quick-start.md',
    line: "ADMIN_PASSWORD='what the first start printed'",
    because: 'the test takes the password from what the start printed',
  },
];
