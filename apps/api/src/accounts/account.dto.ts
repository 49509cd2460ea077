import {
  type Account,
  type AccountChange,
  ACCOUNT_STATUSES,
  ACCOUNT_TYPES,
  type AccountFilter,
  type AccountStatus,
  type AccountType,
  type ClosedAccount,
  OPEN_STATUSES,
  type OpenAccountInput,
  type OpenStatus,
} from '@florin/accounts';
import type { Page, PageRequest } from '@florin/kernel';
import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import {
  ApiConst,
  ApiEnum,
  ApiInteger,
  ApiCurrency,
  ApiEmail,
  ApiBoolean,
  ApiId,
  ApiOptional,
  ApiTimestamp,
  ApiText,
} from '../openapi/fields.js';
import { IsEmailAddress, IsName, IsNested, IsOneOf, IsPassword } from '../common/decorators/fields.js';
import { IsDateAfter, IsDateBefore, IsQueryText } from '../common/decorators/query-fields.js';
import { PageQuery } from '../common/pagination/page.dto.js';
import { BrandingBody, brandingBody, brandingChangeOf, EventBrandingBody } from './branding.dto.js';
import { InitialSettingsDto, SettingsDto } from './settings.dto.js';

@ApiSchema({ name: 'CreateAccount', description: 'The account to create and its owner.' })
export class OpenAccountDto {
  @IsEmailAddress({
    description:
      'The email address of the account. Its owner logs in with it. Unique, also among closed accounts.',
  })
  email!: string;
  @IsName({ description: 'The name of the business or the individual.' }) name!: string;
  @IsOneOf(ACCOUNT_TYPES, { description: 'Individual or business.' }) type!: AccountType;
  @IsPassword({
    description:
      'The password of the owner, 8 to 128 characters. The most common passwords and the name and email are rejected.',
  })
  password!: string;
  @IsNested(() => InitialSettingsDto, { omittable: true }) settings?: InitialSettingsDto;
}

@ApiSchema({ name: 'UpdateAccount', description: 'The fields to change.' })
export class UpdateAccountDto {
  @IsName({ optional: true, description: 'The name of the business or the individual.' }) name?: string;
  @IsEmailAddress({ optional: true, description: 'The owner logs in with the new email.' }) email?: string;
  @IsNested(() => SettingsDto, { optional: true }) settings?: SettingsDto;
}

export function newAccountOf({ settings = {}, ...fields }: OpenAccountDto): OpenAccountInput {
  const { branding, ...others } = settings;
  return { ...fields, settings: others, branding: branding && brandingChangeOf(branding) };
}

export function accountChangeOf({ settings = {}, ...fields }: UpdateAccountDto): AccountChange {
  const { branding, ...others } = settings;
  return { ...fields, settings: others, branding: branding && brandingChangeOf(branding) };
}

@ApiSchema({ name: 'SetAccountStatus', description: 'The new status.' })
export class SetAccountStatusDto {
  @IsOneOf(OPEN_STATUSES, { description: 'Only an active account accepts new transactions.' })
  status!: OpenStatus;
}

export class ListAccountsQuery extends PageQuery {
  @IsOneOf(ACCOUNT_STATUSES, { optional: true, description: 'Only accounts with this status.' })
  status?: AccountStatus;
  @IsOneOf(ACCOUNT_TYPES, { optional: true, description: 'Only accounts of this type.' }) type?: AccountType;
  @IsDateAfter({ description: 'Only accounts created after this time, or after this day in UTC.' })
  created_after?: Date;
  @IsDateBefore({ description: 'Only accounts created before this time, or before this day in UTC.' })
  created_before?: Date;
  @IsQueryText(
    { least: 1, most: 255 },
    { description: 'Part of a name or an email, ignoring case.', example: 'ada' },
  )
  search?: string;
}

export const filterOf = ({
  status,
  type,
  created_after,
  created_before,
  search,
}: ListAccountsQuery): AccountFilter => ({
  status,
  type,
  search,
  createdAfter: created_after,
  createdBefore: created_before,
});

@ApiSchema({ name: 'AccountListItem', description: 'An account in a list, without its settings.' })
export class AccountListItem {
  @ApiId('acct', 'The account.') id!: string;
  @ApiEmail('The primary email address.') email!: string;
  @ApiText('The name of the business or the individual.', 'Ada Ltd') name!: string;
  @ApiEnum(ACCOUNT_TYPES, 'Individual or business.') type!: AccountType;
  @ApiEnum(ACCOUNT_STATUSES, 'Only an active account accepts new transactions. `closed` is final.', {
    example: 'active',
  })
  status!: AccountStatus;
  @ApiTimestamp('When it was opened.') created_at!: string;
  @ApiTimestamp('When it last changed.') updated_at!: string;
}

class AccountSettingsFields {
  @ApiCurrency() currency!: string;
  @ApiText('An IANA time zone.', 'Europe/Vienna') timezone!: string;
  @ApiText('A BCP 47 language tag.', 'de-AT') language!: string;
}

@ApiSchema({ name: 'AccountSettings', description: 'The settings of the account.' })
class AccountSettingsBody extends AccountSettingsFields {
  @ApiProperty({ type: BrandingBody }) branding!: BrandingBody;
}

@ApiSchema({ name: 'EventSettings', description: 'The settings of the account after the event.' })
export class EventSettingsBody extends AccountSettingsFields {
  @ApiOptional(ApiProperty({ type: EventBrandingBody })) branding?: EventBrandingBody;
}

@ApiSchema({ name: 'Account', description: 'The account.' })
export class AccountBody extends AccountListItem {
  @ApiProperty({ type: AccountSettingsBody }) settings!: AccountSettingsBody;
}

@ApiSchema({ name: 'AccountPagination', description: 'The position of this page in the list.' })
export class AccountPagination {
  @ApiInteger('The number of this page, starting at 1.', 1, 1) page!: number;
  @ApiInteger('The maximum number of items per page.', 25, 1) limit!: number;
  @ApiInteger('The total number of accounts.', 61) total!: number;
  @ApiBoolean('Whether there is another page.') has_next!: boolean;
}

@ApiSchema({ name: 'AccountList', description: 'A page of accounts, newest first.' })
export class AccountListBody {
  @ApiProperty({ type: [AccountListItem], description: 'The accounts of this page.' })
  data!: AccountListItem[];
  @ApiProperty({ type: AccountPagination }) pagination!: AccountPagination;
}

const CLOSED =
  'The account is closed. Its users, tokens and keys no longer work. Pending transactions and payment requests are canceled.';

@ApiSchema({ name: 'ClosedAccount', description: 'The account is closed.' })
export class ClosedAccountBody {
  @ApiId('acct', 'The closed account.') id!: string;
  @ApiConst('closed', 'The new status.') status!: string;
  @ApiTimestamp('When it was closed.') closed_at!: string;
  @ApiText('A confirmation to show to people.', CLOSED) message!: string;
}

const fieldsOf = (account: Account) => ({
  id: account.id,
  email: account.email,
  name: account.name,
  type: account.type,
  status: account.status,
  created_at: account.createdAt.toISOString(),
  updated_at: account.updatedAt.toISOString(),
});

export const accountBody = (account: Account, publicUrl: string): AccountBody => ({
  ...fieldsOf(account),
  settings: { ...account.settings, branding: brandingBody(account.id, account.branding, publicUrl) },
});

export const accountListBody = (
  { items, total }: Page<Account>,
  { page, limit }: PageRequest,
): AccountListBody => ({
  data: items.map(fieldsOf),
  pagination: { page, limit, total, has_next: page * limit < total },
});

export const closedAccountBody = ({ id, status, closedAt }: ClosedAccount): ClosedAccountBody => ({
  id,
  status,
  closed_at: closedAt.toISOString(),
  message: CLOSED,
});
