import { urlOf } from '@florin/infrastructure';
import type { Settings } from './settings.js';

type AddressSettings = Pick<Settings, 'publicUrl' | 'host' | 'port' | 'tls'>;

/**
 * The base URL of links in responses: PUBLIC_URL, or else the address that the server listens on. With PORT=0 the port is
 * known only once it listens.
 */
export class PublicAddress {
  #port: number;

  constructor(private readonly settings: AddressSettings) {
    this.#port = settings.port;
  }

  get url(): string {
    const { publicUrl, host, tls } = this.settings;
    return publicUrl ?? urlOf(tls !== undefined, host, this.#port);
  }

  setPort(port: number): void {
    this.#port = port;
  }
}
