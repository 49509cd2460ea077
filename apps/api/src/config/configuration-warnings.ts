import type { Environment } from '@florin/infrastructure';
import type { Settings } from './settings.js';

/** What NODE_ENV is usually set to. Of these only the first changes anything here. */
const KNOWN_ENVIRONMENTS = ['production', 'development', 'test'];

/** Warnings about settings that are valid and risky, or that hardly do what was intended. */
export function configurationWarnings(settings: Settings, { NODE_ENV = '' }: Environment): string[] {
  return settings.production ? productionWarnings(settings) : nameWarnings(NODE_ENV.trim());
}

const nameWarnings = (name: string): string[] =>
  name === '' || KNOWN_ENVIRONMENTS.includes(name)
    ? []
    : [`NODE_ENV=${name} is not production: passwords and cards are taken without HTTPS, too`];

function productionWarnings(settings: Settings): string[] {
  const { publicUrl, tls, trustedProxies, rateLimits, signup, settlementDelaySeconds } = settings;
  const warnings: string[] = [];
  if (tls === undefined && trustedProxies.length === 0) {
    warnings.push(
      'neither TLS_CERT nor TRUST_PROXY is set: passwords and cards are taken from this machine only, since in production they have to come over HTTPS',
    );
  }
  if (publicUrl === undefined) {
    warnings.push('PUBLIC_URL is not set: links to payment pages lead to the address that is listened on');
  } else if (new URL(publicUrl).protocol === 'http:') {
    warnings.push('PUBLIC_URL begins with http: payment pages are served over HTTPS only in production');
  }
  if (!rateLimits) warnings.push('RATE_LIMITS is off: anybody may guess passwords as fast as they like');
  if (settlementDelaySeconds !== undefined && signup === 'open') {
    warnings.push(
      'credits are settled by themselves and SIGNUP is open: anybody may give themselves money; set SETTLEMENT_DELAY_SECONDS=off or SIGNUP=closed',
    );
  }
  return warnings;
}
