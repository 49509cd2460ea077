import type { Environment } from '@florin/infrastructure';
import type { Settings } from './settings.js';

const KNOWN_ENVIRONMENTS = ['production', 'development', 'test'];

/** Warnings about settings that are valid but risky, or probably a mistake. */
export function configurationWarnings(settings: Settings, { NODE_ENV = '' }: Environment): string[] {
  return settings.production ? productionWarnings(settings) : nameWarnings(NODE_ENV.trim());
}

const nameWarnings = (name: string): string[] =>
  name === '' || KNOWN_ENVIRONMENTS.includes(name)
    ? []
    : [`NODE_ENV=${name} is not production: passwords and cards are accepted without HTTPS`];

function productionWarnings(settings: Settings): string[] {
  const { publicUrl, tls, trustedProxies, rateLimits, signup, settlementDelaySeconds } = settings;
  const warnings: string[] = [];
  if (tls === undefined && trustedProxies.length === 0) {
    warnings.push(
      'neither TLS_CERT nor TRUST_PROXY is set: production requires HTTPS for passwords and cards, so they are accepted from this machine only',
    );
  }
  if (publicUrl === undefined) {
    warnings.push('PUBLIC_URL is not set: links to payment pages use HOST and PORT');
  } else if (new URL(publicUrl).protocol === 'http:') {
    warnings.push('PUBLIC_URL begins with http: in production, payment pages are served over HTTPS only');
  }
  if (!rateLimits) warnings.push('RATE_LIMITS is off: the number of login attempts is not limited');
  if (settlementDelaySeconds !== undefined && signup === 'open') {
    warnings.push(
      'credits are settled automatically and SIGNUP is open: anyone can sign up and credit their own account; set SETTLEMENT_DELAY_SECONDS=off or SIGNUP=closed',
    );
  }
  if (settings.allowsPrivateWebhooks) {
    warnings.push(
      'webhooks may be sent to private addresses: account owners can send requests to other servers of this network; set WEBHOOK_ALLOW_PRIVATE_ADDRESSES=off',
    );
  }
  return warnings;
}
