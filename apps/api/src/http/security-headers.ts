/**
 * On every answer, also on those written before any hook runs. Answers are data: nothing may frame them, guess
 * their type, or run them. A page that needs more says so itself.
 */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy':
    "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'x-permitted-cross-domain-policies': 'none',
};

const STRICT_TRANSPORT = { 'strict-transport-security': 'max-age=31536000; includeSubDomains' };

/** Over a connection that is encrypted, browsers are told to come back over no other. */
export const securityHeaders = (secure: boolean): Readonly<Record<string, string>> => ({
  ...SECURITY_HEADERS,
  ...(secure ? STRICT_TRANSPORT : {}),
});
