import { parseLanguage, parseTimeZone } from '@florin/accounts';
import { ApiSchema } from '@nestjs/swagger';
import { field, type Presence } from '../common/decorators/field.js';
import { CurrencyCode } from '../common/decorators/fields.js';

const TimeZoneName = (presence?: Presence): PropertyDecorator =>
  field(
    {
      problem: (value) => (parseTimeZone(value) === undefined ? 'must be an IANA time zone name' : undefined),
      schema: { type: 'string', maxLength: 64, example: 'Europe/Vienna' },
    },
    presence,
  );

const LanguageTag = (presence?: Presence): PropertyDecorator =>
  field(
    {
      problem: (value) => (parseLanguage(value) === undefined ? 'must be a BCP 47 language tag' : undefined),
      schema: { type: 'string', maxLength: 35, example: 'de-AT' },
    },
    presence,
  );

/** What an account prefers. Left out on create: USD, UTC and en. Left out on update: as it was. */
@ApiSchema({
  name: 'Settings',
  description: 'What the account prefers; what is left out stays, or is USD, UTC and en.',
})
export class SettingsDto {
  @CurrencyCode({
    optional: true,
    description: 'Fixed once the account has a transaction, and while customers are asked to pay in it.',
  })
  currency?: string;
  @TimeZoneName({ optional: true, description: 'An IANA time zone.' }) timezone?: string;
  @LanguageTag({ optional: true, description: 'A BCP 47 language tag.' }) language?: string;
}
