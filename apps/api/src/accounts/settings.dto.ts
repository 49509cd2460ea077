import { LANGUAGE_PATTERN, parseLanguage, parseTimeZone, TIME_ZONE_PATTERN } from '@florin/accounts';
import { ApiSchema } from '@nestjs/swagger';
import { field, type FieldOptions, satisfies } from '../common/decorators/field.js';
import { IsCurrency, IsNested } from '../common/decorators/fields.js';
import { BrandingDto } from './branding.dto.js';

const IsTimeZoneName = (options?: FieldOptions): PropertyDecorator =>
  field(options, {
    rule: satisfies((value) => parseTimeZone(value) !== undefined),
    message: 'must be an IANA time zone name',
    schema: { type: 'string', pattern: TIME_ZONE_PATTERN, maxLength: 64, example: 'Europe/Vienna' },
  });

const IsLanguageTag = (options?: FieldOptions): PropertyDecorator =>
  field(options, {
    rule: satisfies((value) => parseLanguage(value) !== undefined),
    message: 'must be a BCP 47 language tag',
    schema: { type: 'string', pattern: LANGUAGE_PATTERN, maxLength: 35, example: 'de-AT' },
  });

@ApiSchema({
  name: 'Settings',
  description: 'The settings of the account. Omitted settings keep their value.',
})
export class SettingsDto {
  @IsCurrency({
    optional: true,
    description:
      'Cannot be changed once the account has a transaction, a pending payment request, or a subscription that is not canceled.',
  })
  currency?: string;
  @IsTimeZoneName({ optional: true, description: 'An IANA time zone.' }) timezone?: string;
  @IsLanguageTag({ optional: true, description: 'A BCP 47 language tag.' }) language?: string;
  @IsNested(() => BrandingDto, { optional: true, nullable: true }) branding?: BrandingDto | null;
}

@ApiSchema({
  name: 'InitialSettings',
  description: 'The settings of a new account. The defaults are USD, UTC and en.',
})
export class InitialSettingsDto {
  @IsCurrency({ omittable: true, description: 'The currency of the balance.' }) currency?: string;
  @IsTimeZoneName({ omittable: true, description: 'An IANA time zone.' }) timezone?: string;
  @IsLanguageTag({ omittable: true, description: 'A BCP 47 language tag.' }) language?: string;
  @IsNested(() => BrandingDto, { omittable: true }) branding?: BrandingDto;
}
