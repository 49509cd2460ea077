import type { Environment } from '@florin/infrastructure';
import type { Settings } from './settings.js';

/** What NODE_ENV is usually set to. Of these only the first changes anything here. */
const KNOWN_ENVIRONMENTS = ['production', 'development', 'test'];

/**
 * Settings that are valid, and hardly what was meant. The service starts with them, but somebody would find out only when
 * the first customer cannot pay, or the first stranger has money.
 */
export function doubtsAbout(settings: Settings, { NODE_ENV = '' }: Environment): string[] {
  return settings.production ? doubtsInProduction(settings) : doubtsAboutName(NODE_ENV.trim());
}

const doubtsAboutName = (name: string): string[] =>
  name === '' || KNOWN_ENVIRONMENTS.includes(name)
    ? []
    : [`NODE_ENV=${name} is not production: passwords and cards are taken without HTTPS, too`];

function doubtsInProduction(settings: Settings): string[] {
  const { publicUrl, tls, trustedProxies, rateLimits, signup, settlementDelaySeconds } = settings;
  const doubts: string[] = [];
  if (tls === undefined && trustedProxies.length === 0) {
    doubts.push(
      'neither TLS_CERT nor TRUST_PROXY is set: passwords and cards are taken from this machine only, since in production they have to come over HTTPS',
    );
  }
  if (publicUrl === undefined) {
    doubts.push('PUBLIC_URL is not set: links to payment pages lead to the address that is listened on');
  } else if (new URL(publicUrl).protocol === 'http:') {
    doubts.push('PUBLIC_URL begins with http: payment pages are served over HTTPS only in production');
  }
  if (!rateLimits) doubts.push('RATE_LIMITS is off: anybody may guess passwords as fast as they like');
  if (settlementDelaySeconds !== undefined && signup === 'open') {
    doubts.push(
      'credits are settled by themselves and SIGNUP is open: anybody may give themselves money; set SETTLEMENT_DELAY_SECONDS=off or SIGNUP=closed',
    );
  }
  return doubts;
}
