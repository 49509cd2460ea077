import { generateKeyPairSync, sign } from 'node:crypto';

/** A self-signed certificate for 127.0.0.1, valid until 2049, and its key, as PEM. */
export function selfSigned(): { cert: string; key: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const name = sequence(set(sequence(COMMON_NAME, tagged(0x0c, Buffer.from('127.0.0.1')))));
  const toBeSigned = sequence(
    tagged(0xa0, tagged(0x02, Buffer.from([2]))),
    tagged(0x02, Buffer.from([1])),
    sequence(ECDSA_WITH_SHA256),
    name,
    sequence(utcTime('250101000000Z'), utcTime('491231235959Z')),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    tagged(
      0xa3,
      sequence(sequence(SUBJECT_ALT_NAME, octets(sequence(tagged(0x87, Buffer.from([127, 0, 0, 1])))))),
    ),
  );
  const signature = sign('sha256', toBeSigned, privateKey);
  const bits = tagged(0x03, Buffer.concat([Buffer.from([0]), signature]));
  const certificate = sequence(toBeSigned, sequence(ECDSA_WITH_SHA256), bits);
  return { cert: pem(certificate), key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() };
}

/** ASN.1 DER: tag, length, content. */
function tagged(tag: number, content: Buffer): Buffer {
  const { length } = content;
  const prefix =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...prefix]), content]);
}

const sequence = (...parts: Buffer[]): Buffer => tagged(0x30, Buffer.concat(parts));
const set = (...parts: Buffer[]): Buffer => tagged(0x31, Buffer.concat(parts));
const octets = (content: Buffer): Buffer => tagged(0x04, content);
const utcTime = (text: string): Buffer => tagged(0x17, Buffer.from(text));
const identifier = (hex: string): Buffer => tagged(0x06, Buffer.from(hex, 'hex'));

const COMMON_NAME = identifier('550403');
const SUBJECT_ALT_NAME = identifier('551d11');
const ECDSA_WITH_SHA256 = identifier('2a8648ce3d040302');

const pem = (der: Buffer): string =>
  `-----BEGIN CERTIFICATE-----\n${der.toString('base64').replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`;
