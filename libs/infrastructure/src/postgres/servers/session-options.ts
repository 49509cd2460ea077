/**
 * What every session must have, whatever its role, database or server are set to: times are read in this style, what is
 * absent in a list of values is sent as NULL and must not arrive as that word, what is decided under a lock relies on
 * seeing all that was committed before, and nobody is answered before it is safe on disk.
 */
const ALWAYS = {
  datestyle: 'ISO',
  array_nulls: 'on',
  default_transaction_isolation: 'read committed',
  synchronous_commit: 'on',
};

export type SessionOptions = Readonly<Record<string, string | number>>;

/**
 * The URL with settings for its sessions. Of two for the same thing the last one counts: so first come those that are only
 * wished for, then those that the URL asks for itself, and then those that must be. They go into the URL because pg takes
 * its options in place of any that are given beside it.
 */
export function withSessionOptions(url: string, wished: SessionOptions, must: SessionOptions = {}): string {
  const [base = '', search = ''] = url.replace(/#.*$/, '').split(/\?(.*)/s);
  const parameters = new URLSearchParams(search);
  const all = [wordsOf(wished), parameters.get('options') ?? '', wordsOf({ ...ALWAYS, ...must })];
  parameters.set('options', all.filter((words) => words !== '').join(' '));
  return `${base}?${parameters.toString()}`;
}

/** As a server's command line takes them. */
const wordsOf = (options: SessionOptions): string =>
  Object.entries(options)
    .map(([name, value]) => `-c ${name}=${String(value).replaceAll(' ', '\\ ')}`)
    .join(' ');
