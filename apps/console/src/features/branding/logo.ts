import { MAX_LOGO_BYTES, problemOfLogo } from '@florin/accounts';
import { apiUrl } from '../../session/addresses.js';

export interface ChosenLogo {
  /** What the API takes. */
  readonly base64: string;
  /** A data URL, to show it before it is saved. */
  readonly url: string;
}

/** A logo as the API takes it, or why it would refuse it. */
export async function readLogo(file: File): Promise<ChosenLogo | 'too_large' | 'not_an_image'> {
  if (file.size > MAX_LOGO_BYTES) return 'too_large';
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (problemOfLogo(bytes) !== undefined) return 'not_an_image';
  const base64 = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  const type = base64.startsWith('iVBOR') ? 'image/png' : 'image/jpeg';
  return { base64, url: `data:${type};base64,${base64}` };
}

/** The stored logo at the address of this console: its policy shows no images of other hosts. */
export function logoAddress(logoUrl: string | null): string | undefined {
  const at = logoUrl?.lastIndexOf('/pay/logos/') ?? -1;
  return logoUrl === null || at < 0 ? undefined : apiUrl + logoUrl.slice(at);
}
