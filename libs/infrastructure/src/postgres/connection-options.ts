import { BadDatabaseUrl, takeTlsOptions, type TlsOptions } from './tls-options.js';

export interface ConnectionOptions {
  readonly url: string;
  readonly ssl: TlsOptions;
  /** Host, port and database, without the credentials. */
  readonly address: string;
}

const SHAPE = /^postgres(?:ql)?:\/\/(?:[^/?#]*@)?([^/?#@]*)([^?#]*)(?:\?([^#]*))?(?:#.*)?$/;

const OTHER_PARAMETERS: ReadonlySet<string> = new Set(
  `host port user password application_name fallback_application_name options client_encoding connect_timeout
   channel_binding gssencmode keepalives keepalives_idle keepalives_interval keepalives_count tcp_user_timeout
   statement_timeout lock_timeout idle_in_transaction_session_timeout query_timeout`.split(/\s+/),
);

export function readConnectionOptions(url: string): ConnectionOptions {
  const [, host = '', path = '', search = ''] = SHAPE.exec(url) ?? [];
  const parameters = new URLSearchParams(search);
  if (host.includes(',') || parameters.get('host')?.includes(','))
    throw new BadDatabaseUrl(
      'must name one server; for failover, use one address that always leads to the primary, such as a proxy',
    );
  const base = url.replace(/[?#].*$/s, '');
  // An @ after the host belongs to a password that is not percent-encoded, which `address` would reveal.
  if (!SHAPE.test(url) || path.includes('@') || !URL.canParse(base))
    throw new BadDatabaseUrl(
      'must look like postgres://user:password@host:5432/database; special characters are percent-encoded',
    );
  requireEncoded(base);
  const ssl = takeTlsOptions(parameters);
  if (!['any', 'read-write', 'primary'].includes(parameters.get('target_session_attrs') ?? 'any'))
    throw new BadDatabaseUrl('must have target_session_attrs read-write or primary, because Florin writes');
  parameters.delete('target_session_attrs');
  rejectUnknown(parameters);
  if (host !== '' && (parameters.has('host') || parameters.has('port')))
    throw new BadDatabaseUrl('must name the server once, before the database or as a parameter');
  return {
    url: parameters.size === 0 ? base : `${base}?${parameters.toString()}`,
    ssl,
    address: `${host}${path}`,
  };
}

function requireEncoded(text: string): void {
  try {
    decodeURIComponent(text);
  } catch {
    throw new BadDatabaseUrl('has a % that is not percent-encoded; write %25');
  }
}

/** A misspelled `sslmode` must not become an unencrypted connection. */
function rejectUnknown(parameters: URLSearchParams): void {
  const unknown = [...parameters.keys()].find((name) => !OTHER_PARAMETERS.has(name));
  if (unknown === undefined) return;
  const suffix = /^\w{1,40}$/.test(unknown) ? `: ${unknown}` : '';
  throw new BadDatabaseUrl(`has an unknown parameter${suffix}`);
}

/** Set for every session. Row locks rely on READ COMMITTED, and an acknowledged commit must be on disk. */
const MANDATORY_SESSION_OPTIONS = {
  datestyle: 'ISO',
  array_nulls: 'on',
  default_transaction_isolation: 'read committed',
  synchronous_commit: 'on',
};

export type SessionOptions = Readonly<Record<string, string | number>>;

/** The last of two options of the same name applies. pg prefers the `options` of the URL to those of its config. */
export function withSessionOptions(
  url: string,
  defaults: SessionOptions,
  mandatory: SessionOptions = {},
): string {
  const [base = '', search = ''] = url.replace(/#.*$/, '').split(/\?(.*)/s);
  const parameters = new URLSearchParams(search);
  const all = [
    toText(defaults),
    parameters.get('options') ?? '',
    toText({ ...MANDATORY_SESSION_OPTIONS, ...mandatory }),
  ];
  parameters.set('options', all.filter((text) => text !== '').join(' '));
  return `${base}?${parameters.toString()}`;
}

const toText = (options: SessionOptions): string =>
  Object.entries(options)
    .map(([name, value]) => `-c ${name}=${String(value).replaceAll(' ', '\\ ')}`)
    .join(' ');
