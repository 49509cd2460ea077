/**
 * Set for every session, whatever role, database or server are configured to: timestamps are parsed in this style, arrays
 * contain NULLs, decisions under a row lock rely on READ COMMITTED, and a commit is acknowledged once it is on disk.
 */
const ALWAYS = {
  datestyle: 'ISO',
  array_nulls: 'on',
  default_transaction_isolation: 'read committed',
  synchronous_commit: 'on',
};

export type SessionOptions = Readonly<Record<string, string | number>>;

/**
 * The URL with settings for its sessions. Of two settings of the same name the last one counts, so the defaults come first,
 * then those in the URL, then the mandatory ones. They go into the URL because pg prefers its `options` over the config's.
 */
export function withSessionOptions(
  url: string,
  defaults: SessionOptions,
  mandatory: SessionOptions = {},
): string {
  const [base = '', search = ''] = url.replace(/#.*$/, '').split(/\?(.*)/s);
  const parameters = new URLSearchParams(search);
  const all = [toText(defaults), parameters.get('options') ?? '', toText({ ...ALWAYS, ...mandatory })];
  parameters.set('options', all.filter((text) => text !== '').join(' '));
  return `${base}?${parameters.toString()}`;
}

/** In the syntax of PostgreSQL's command line. */
const toText = (options: SessionOptions): string =>
  Object.entries(options)
    .map(([name, value]) => `-c ${name}=${String(value).replaceAll(' ', '\\ ')}`)
    .join(' ');
