import { describe, expect, it } from '@jest/globals';
import { PublicAddress } from './public-address.js';

const SETTINGS = { publicUrl: undefined, host: '127.0.0.1', port: 3000, tls: undefined };

describe('the public address', () => {
  it.each([
    [{}, 'http://127.0.0.1:3000'],
    [{ host: '::1', port: 8080 }, 'http://[::1]:8080'],
    [{ host: '0.0.0.0' }, 'http://localhost:3000'],
    [{ tls: { certificate: 'c.pem', key: 'k.pem' } }, 'https://127.0.0.1:3000'],
    [{ publicUrl: 'https://pay.example/florin' }, 'https://pay.example/florin'],
  ])('%j: %s', (change, url) => {
    expect(new PublicAddress({ ...SETTINGS, ...change }).url).toBe(url);
  });

  it('has the port that the system chose', () => {
    const address = new PublicAddress({ ...SETTINGS, port: 0 });
    address.setPort(41_234);
    expect(address.url).toBe('http://127.0.0.1:41234');
  });

  it('is PUBLIC_URL if set, regardless of the port', () => {
    const address = new PublicAddress({ ...SETTINGS, publicUrl: 'https://pay.example' });
    address.setPort(41_234);
    expect(address.url).toBe('https://pay.example');
  });
});
