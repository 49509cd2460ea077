import { invalidRequest } from '@florin/kernel';
import { MAX_URL_LENGTH } from './webhook-endpoint.js';

/** Where deliveries may go. Names are resolved and checked again for each delivery. */
export abstract class EndpointUrlPolicy {
  /** Whether `http:` is permitted. */
  abstract readonly allowsHttp: boolean;

  /** False for an IP address or a name, such as `localhost`, that is not on the internet. */
  abstract allowsHost(hostname: string): boolean;
}

/** The URL in its normal form. */
export function requireEndpointUrl(text: string, policy: EndpointUrlPolicy): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  // The normal form can be longer than the text: é becomes %C3%A9.
  if (url === undefined || url.href.length > MAX_URL_LENGTH)
    throw invalidRequest(`url must be a URL of at most ${MAX_URL_LENGTH} characters.`);
  if (url.protocol !== 'https:' && !(policy.allowsHttp && url.protocol === 'http:'))
    throw invalidRequest('url must start with https://.');
  if (url.username !== '' || url.password !== '')
    throw invalidRequest('url must not contain a user name or a password.');
  if (url.href.includes('#')) throw invalidRequest('url must not contain a fragment.');
  if (!policy.allowsHost(url.hostname))
    throw invalidRequest('url must not lead to a loopback, private or otherwise reserved address.');
  return url.href;
}
