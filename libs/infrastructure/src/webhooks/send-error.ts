/** The name resolves to an address to which deliveries must not go. */
export class AddressNotAllowed extends Error {
  override readonly name = 'AddressNotAllowed';
}

const DNS_CALL = /^(getaddrinfo|query)/;
const UNREACHABLE = new Set(['EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT', 'EADDRNOTAVAIL']);
const CLOSED = new Set(['ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE']);
const CERTIFICATE = /CERT|UNABLE_TO_(GET|VERIFY)|SIGNATURE|SELF_SIGNED|HOSTNAME_MISMATCH/;

/** Plain and without addresses, because account holders see it. */
export function sendErrorText(error: unknown): string {
  if (error instanceof AddressNotAllowed) return 'The address is not allowed.';
  const { code = '', syscall = '' } = error as { readonly code?: string; readonly syscall?: string };
  if (DNS_CALL.test(syscall)) return 'The name cannot be resolved.';
  if (code === 'ECONNREFUSED') return 'The connection was refused.';
  if (CLOSED.has(code)) return 'The connection was closed without a response.';
  if (UNREACHABLE.has(code)) return 'The receiver cannot be reached.';
  if (CERTIFICATE.test(code)) return 'The TLS certificate is not valid.';
  if (code === 'EPROTO' || code.startsWith('ERR_SSL') || code.startsWith('ERR_TLS'))
    return 'The TLS connection failed.';
  if (code.startsWith('HPE_')) return 'The response is not valid HTTP.';
  return 'The request failed.';
}
