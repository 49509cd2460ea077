import type { RecordedRequest } from './recorded-requests.js';

/** The request as a shell command. The token is a variable, so that the command can be shared. */
export function curlCommand({ method, url, headers, body }: Omit<RecordedRequest, 'number'>): string {
  const lines = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${quoted(url)}`,
    '-H "Authorization: Bearer $FLORIN_TOKEN"',
    ...headers.map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`-d ${quoted(body)}`]),
  ];
  return lines.join(' \\\n  ');
}

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
