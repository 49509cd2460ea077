import { withChanges } from './byte-changes.js';
import type { Body, FuzzCase, Pair } from './cases.js';
import { toBytes, type HttpRequest } from './framing.js';
import { type ResolvePlaceholder, Placeholder, jsonOf, Pairs, textOf } from './placeholders.js';
import type { Principal } from './test-account.js';

export interface SentRequest extends HttpRequest {
  readonly bytes: Buffer;
  /** Whether it names a resource of another account. */
  readonly isAboutForeign: boolean;
}

const FORM_TYPE = 'application/x-www-form-urlencoded';

export async function requestOf(
  fuzzCase: FuzzCase,
  principal: Principal,
  resolve: ResolvePlaceholder,
): Promise<SentRequest> {
  const { operation, method, framing, bytes } = fuzzCase;
  const body = await bodyBytes(fuzzCase.body, resolve);
  const headers: (readonly [string, string])[] = [['host', '127.0.0.1']];
  const token = tokenOf(fuzzCase, principal);
  if (token !== undefined) headers.push(['authorization', `Bearer ${token}`]);
  const contentType = fuzzCase.contentType ?? defaultType(fuzzCase.body);
  if (contentType !== undefined) headers.push(['content-type', contentType]);
  for (const [name, value] of fuzzCase.headers) headers.push([name, asLine(await textOf(value, resolve))]);
  const plain: HttpRequest = { method, target: await targetOf(fuzzCase, resolve), headers, body };
  return {
    ...plain,
    bytes: withChanges(toBytes(plain, framing), bytes),
    isAboutForeign: isAboutForeign(
      fuzzCase,
      operation.parameters.some(({ name }) => name === 'X-Account-Id'),
    ),
  };
}

function tokenOf({ token }: FuzzCase, principal: Principal): string | undefined {
  switch (token) {
    case 'right':
      return principal.token;
    case 'none':
      return undefined;
    case 'refresh token':
      return principal.refreshToken;
    case 'broken':
      return principal.token?.replace(
        /^(.{30})(.)/,
        (_, start: string, letter: string) => start + (letter === 'x' ? 'y' : 'x'),
      );
  }
}

/** Without control characters, one byte per character. */
const asLine = (text: string): string =>
  Buffer.from(text.replaceAll(/[\0-\u001f\u007f]/g, ''), /[^\u0000-\u00ff]/.test(text) ? 'utf8' : 'latin1')
    .toString('latin1')
    .trim();

const TYPES: Readonly<Record<Body['kind'], (body: Body) => string>> = {
  json: () => 'application/json',
  text: () => 'application/json',
  form: () => FORM_TYPE,
  file: (body) => (body.kind === 'file' && body.text.startsWith('<') ? 'application/xml' : 'text/csv'),
};

const defaultType = (body: Body | undefined): string | undefined => body && TYPES[body.kind](body);

async function bodyBytes(body: Body | undefined, resolve: ResolvePlaceholder): Promise<Buffer> {
  if (body === undefined) return Buffer.alloc(0);
  if (body.kind === 'text' || body.kind === 'file') return Buffer.from(body.text);
  if (body.kind === 'json') return Buffer.from(await jsonOf(body.value, resolve));
  return Buffer.from(await encodedPairs(body.fields, resolve));
}

async function targetOf(
  { operation, path, query, tail }: FuzzCase,
  resolve: ResolvePlaceholder,
): Promise<string> {
  let target = operation.path;
  for (const [name, value] of Object.entries(path)) {
    target = target.replace(`{${name}}`, encoded(await textOf(value, resolve)));
  }
  const pairs = await encodedPairs(query, resolve);
  // Without other parameters, the first one needs a question mark.
  const all = pairs === '' ? target : `${target}?${pairs}`;
  return tail.startsWith('&') && pairs === '' ? `${all}?${tail.slice(1)}` : all + tail;
}

async function encodedPairs(pairs: readonly Pair[], resolve: ResolvePlaceholder): Promise<string> {
  const parts: string[] = [];
  for (const [name, value] of pairs) parts.push(`${encoded(name)}=${encoded(await textOf(value, resolve))}`);
  return parts.join('&');
}

/** Percent-encoding that accepts lone surrogates, which encodeURIComponent rejects. */
function encoded(text: string): string {
  if (text.isWellFormed()) return encodeURIComponent(text);
  return Array.from(text)
    .map((unit) => (unit.isWellFormed() ? encodeURIComponent(unit) : '%ED%A0%80'))
    .join('');
}

function isAboutForeign({ path, headers, body }: FuzzCase, takesAccount: boolean): boolean {
  const fields = body?.kind === 'json' ? body.value : undefined;
  const pairs = fields instanceof Pairs ? fields.pairs : Object.entries(fields ?? {});
  const named = [
    ...Object.values(path),
    ...pairs.map(([, value]) => value as unknown),
    ...(takesAccount ? headers.filter(([name]) => name === 'X-Account-Id').map(([, value]) => value) : []),
  ];
  return named.some((value) => value instanceof Placeholder && value.isId && value.ownership === 'foreign');
}
