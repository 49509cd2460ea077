import type { Branding, BrandingChange } from '@florin/client';
import { type ChosenLogo, logoAddress } from './logo.js';

/** The fields of the form. */
export interface BrandingFields {
  readonly color: string;
  readonly support_email: string;
  readonly website: string;
  /** Undefined for the stored one, null for none. */
  readonly logo: ChosenLogo | null | undefined;
}

export const fieldsOf = ({ color, support_email, website }: Branding): BrandingFields => ({
  color: color ?? '',
  support_email: support_email ?? '',
  website: website ?? '',
  logo: undefined,
});

export const logoOf = ({ logo_url }: Branding, { logo }: BrandingFields): string | undefined =>
  logo === undefined ? logoAddress(logo_url) : logo?.url;

const TEXT_FIELDS = ['color', 'support_email', 'website'] as const;

/** Only what differs; undefined without a difference. An empty field is cleared. */
export function brandingChanges(branding: Branding, fields: BrandingFields): BrandingChange | undefined {
  const current = fieldsOf(branding);
  const changed = TEXT_FIELDS.filter((name) => fields[name].trim() !== current[name]);
  const { logo } = fields;
  const isLogoChanged = logo !== undefined && (logo !== null || branding.logo_url !== null);
  if (changed.length === 0 && !isLogoChanged) return undefined;
  const texts = Object.fromEntries(
    changed.map((name) => [name, fields[name].trim() === '' ? null : fields[name].trim()] as const),
  );
  return { ...texts, ...(isLogoChanged && { logo: logo?.base64 ?? null }) };
}
