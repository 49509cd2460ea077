/** Says what is wrong with a URL without repeating it, because there is a password in it. */
export class BadDatabaseUrl extends Error {
  override readonly name = 'BadDatabaseUrl';
}
