/** Why the embedded server cannot be had, in one line that a user can act on. */
export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError';
}
