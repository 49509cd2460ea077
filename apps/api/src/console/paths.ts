import type { PublicAddress } from '../config/public-address.js';

export const PREFIX = '/console';

/** The path of PUBLIC_URL, without a slash at its end: a proxy may serve Florin below a path. */
export const publicPath = ({ url }: PublicAddress): string => new URL(url).pathname.replace(/\/$/, '');
