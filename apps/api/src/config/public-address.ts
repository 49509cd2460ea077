import { urlOf } from '@florin/infrastructure';
import type { Settings } from './settings.js';

type AddressSettings = Pick<Settings, 'publicUrl' | 'host' | 'port' | 'tls'>;

/**
 * How the outside reaches this service; links in answers begin with it. An operator may have said so. Otherwise it is
 * where the service listens, and on a port that the system chooses that is known only once it does.
 */
export class PublicAddress {
  #port: number;

  constructor(private readonly place: AddressSettings) {
    this.#port = place.port;
  }

  get url(): string {
    const { publicUrl, host, tls } = this.place;
    return publicUrl ?? urlOf(tls !== undefined, host, this.#port);
  }

  setPort(port: number): void {
    this.#port = port;
  }
}
