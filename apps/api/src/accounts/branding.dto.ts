import { createHash } from 'node:crypto';
import {
  A_BRAND_COLOR,
  type Branding,
  type BrandingChange,
  createLogo,
  type Logo,
  MAX_LOGO_BYTES,
  parseBrandColor,
  problemOfLogo,
} from '@florin/accounts';
import type { AccountId } from '@florin/kernel';
import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { field, type FieldOptions, satisfies } from '../common/decorators/field.js';
import { IsEmailAddress, IsWebUrl } from '../common/decorators/fields.js';
import { ApiText, NULL_AT_FIRST } from '../openapi/fields.js';

const MAX_BASE64_LENGTH = 4 * Math.ceil(MAX_LOGO_BYTES / 3);
const BASE64 = '^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$';
const IS_BASE64 = new RegExp(BASE64);

/** The bytes, or undefined for text that is not base64. `Buffer` ignores other characters. */
const bytesOf = (value: unknown): Buffer | undefined =>
  typeof value === 'string' && IS_BASE64.test(value) ? Buffer.from(value, 'base64') : undefined;

function parseLogo(value: unknown): Logo | undefined {
  const content = bytesOf(value);
  if (content === undefined || problemOfLogo(content) !== undefined) return undefined;
  return createLogo(content, createHash('sha256').update(content).digest('base64url').slice(0, 22));
}

/** Only a `Logo` is an object: one that was sent must not pass the rule. */
const withoutObjects = (value: unknown): unknown =>
  typeof value === 'object' && value !== null ? false : value;

function problemWith(value: unknown): string {
  const content = bytesOf(value);
  return content === undefined ? 'must be an image in base64' : (problemOfLogo(content) ?? '');
}

/** Converted to a `Logo`. */
const IsLogo = (options?: FieldOptions): PropertyDecorator =>
  field(options, {
    rule: satisfies((value) => typeof value === 'object'),
    message: problemWith,
    convert: (value) => parseLogo(value) ?? withoutObjects(value),
    schema: { type: 'string', pattern: BASE64, maxLength: MAX_BASE64_LENGTH, example: EXAMPLE_LOGO },
  });

/** One pixel. */
const EXAMPLE_LOGO =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const IsBrandColor = (options?: FieldOptions): PropertyDecorator =>
  field(options, {
    rule: satisfies((value) => parseBrandColor(value) !== undefined),
    message: A_BRAND_COLOR,
    schema: { type: 'string', pattern: '^#[0-9A-Fa-f]{6}$', example: '#0f5c4a' },
  });

const CHANGEABLE = { optional: true, nullable: true } as const;

@ApiSchema({
  name: 'BrandingChange',
  description: 'How payment pages look. Omitted fields keep their value; null clears a field.',
})
export class BrandingDto {
  @IsBrandColor({
    ...CHANGEABLE,
    description: 'The color of buttons. White text on it must have a contrast of 4.5:1 or more.',
  })
  color?: string | null;
  @IsLogo({
    ...CHANGEABLE,
    description: 'A PNG or JPEG image in base64, of at most 65,536 bytes and 2,048 × 2,048 pixels.',
  })
  logo?: Logo | null;
  @IsEmailAddress({ ...CHANGEABLE, description: 'Where customers get help.', example: 'help@shop.example' })
  support_email?: string | null;
  @IsWebUrl({ ...CHANGEABLE, description: 'The website of the business.' }) website?: string | null;
}

export const brandingChangeOf = ({ color, logo, support_email, website }: BrandingDto): BrandingChange => ({
  color,
  logo,
  supportEmail: support_email,
  website,
});

class BrandingFields {
  @ApiText('The color of buttons.', '#0f5c4a', NULL_AT_FIRST) color!: string | null;
  @ApiText('Where customers get help.', 'help@shop.example', NULL_AT_FIRST) support_email!: string | null;
  @ApiText('The website of the business.', 'https://shop.example/', NULL_AT_FIRST) website!: string | null;
}

@ApiSchema({ name: 'Branding', description: 'How payment pages look. Fields are null until you set them.' })
export class BrandingBody extends BrandingFields {
  @ApiProperty({
    type: 'string',
    format: 'uri',
    description: 'The address of the logo.',
    ...NULL_AT_FIRST,
  })
  logo_url!: string | null;
}

@ApiSchema({ name: 'EventBranding', description: 'How payment pages look. Absent if nothing is set.' })
export class EventBrandingBody extends BrandingFields {
  @ApiText(
    'The version of the logo, which is the last part of `logo_url`.',
    'Zx0b1kz3p7QeR2sTfUvWxY',
    NULL_AT_FIRST,
  )
  logo!: string | null;
}

/** Relative to `/pay/`, where payment pages are. */
export const logoPath = (accountId: AccountId, version: string): string => `logos/${accountId}/${version}`;

export const brandingBody = (
  accountId: AccountId,
  { color, logo, supportEmail, website }: Branding,
  publicUrl: string,
): BrandingBody => ({
  color: color ?? null,
  logo_url: logo === undefined ? null : `${publicUrl}/pay/${logoPath(accountId, logo)}`,
  support_email: supportEmail ?? null,
  website: website ?? null,
});
