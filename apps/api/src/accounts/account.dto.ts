import {
  type Account,
  ACCOUNT_STATUSES,
  ACCOUNT_TYPES,
  type AccountFilter,
  type AccountStatus,
  type AccountType,
  type ClosedAccount,
  OPEN_STATUSES,
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
  ApiTimestamp,
  ApiText,
} from '../openapi/fields.js';
import {
  IsEmailAddress,
  IsName,
  IsNested,
  IsOneOf,
  IsPassword,
  IsTimestamp,
} from '../common/decorators/fields.js';
import { PageQuery } from '../common/pagination/page.dto.js';
import { SettingsDto } from './settings.dto.js';

@ApiSchema({ name: 'CreateAccount', description: 'An account to be, and its owner.' })
export class OpenAccountDto {
  @IsEmailAddress({
    description: 'Of the account, and the login of its owner. Unique; that of a closed account stays taken.',
  })
  email!: string;
  @IsName({ description: 'Of the business or the individual.' }) name!: string;
  @IsOneOf(ACCOUNT_TYPES, { description: 'Whose it is.' }) type!: AccountType;
  @IsPassword({ description: 'The owner’s, 8 to 128 characters.' }) password!: string;
  @IsNested(() => SettingsDto, { optional: true }) settings?: SettingsDto;
}

@ApiSchema({ name: 'UpdateAccount', description: 'What to change of an account; the rest stays.' })
export class UpdateAccountDto {
  @IsName({ optional: true, description: 'Of the business or the individual.' }) name?: string;
  @IsEmailAddress({ optional: true, description: 'The owner’s login follows it.' }) email?: string;
  @IsNested(() => SettingsDto, { optional: true }) settings?: SettingsDto;
}

@ApiSchema({ name: 'SetAccountStatus', description: 'Which state to put an account in.' })
export class SetAccountStatusDto {
  @IsOneOf(OPEN_STATUSES, { description: 'Only an active account takes new transactions.' })
  status!: OpenStatus;
}

export class ListAccountsQuery extends PageQuery {
  @IsOneOf(ACCOUNT_STATUSES, { optional: true, description: 'Only accounts in this state.' })
  status?: AccountStatus;
  @IsOneOf(ACCOUNT_TYPES, { optional: true, description: 'Only accounts of this kind.' }) type?: AccountType;
  @IsTimestamp({ optional: true, description: 'Later than this instant.' }) created_after?: Date;
  @IsTimestamp({ optional: true, description: 'Earlier than this instant.' }, 'up') created_before?: Date;
}

export const filterOf = ({
  status,
  type,
  created_after,
  created_before,
}: ListAccountsQuery): AccountFilter => ({
  status,
  type,
  createdAfter: created_after,
  createdBefore: created_before,
});

@ApiSchema({ name: 'AccountListItem', description: 'An account as lists show it: without its settings.' })
export class AccountListItem {
  @ApiId('acct', 'The account.') id!: string;
  @ApiEmail('Its primary email.') email!: string;
  @ApiText('Of the business or the individual.', 'Ada Ltd') name!: string;
  @ApiEnum(ACCOUNT_TYPES, 'Whose it is.') type!: AccountType;
  @ApiEnum(ACCOUNT_STATUSES, 'Only active accounts take new transactions; closed is for good.', {
    example: 'active',
  })
  status!: AccountStatus;
  @ApiTimestamp('When it was opened.') created_at!: string;
  @ApiTimestamp('When it last changed.') updated_at!: string;
}

@ApiSchema({ name: 'AccountSettings', description: 'What the account prefers.' })
export class AccountSettingsBody {
  @ApiCurrency() currency!: string;
  @ApiText('An IANA time zone.', 'Europe/Vienna') timezone!: string;
  @ApiText('A BCP 47 language tag.', 'de-AT') language!: string;
}

@ApiSchema({ name: 'Account', description: 'The account.' })
export class AccountBody extends AccountListItem {
  @ApiProperty({ type: AccountSettingsBody }) settings!: AccountSettingsBody;
}

@ApiSchema({ name: 'AccountPagination', description: 'Where in the list this page is.' })
export class AccountPagination {
  @ApiInteger('This page, from 1.', 1, 1) page!: number;
  @ApiInteger('How many to a page.', 25, 1) limit!: number;
  @ApiInteger('How many accounts there are.', 61) total!: number;
  @ApiBoolean('Whether there is another page.') has_next!: boolean;
}

@ApiSchema({ name: 'AccountList', description: 'A page of accounts, newest first.' })
export class AccountListBody {
  @ApiProperty({ type: [AccountListItem], description: 'The accounts of this page.' })
  data!: AccountListItem[];
  @ApiProperty({ type: AccountPagination }) pagination!: AccountPagination;
}

const CLOSED =
  'The account is closed. Its users, tokens and keys no longer work, and what was pending is canceled.';

@ApiSchema({ name: 'ClosedAccount', description: 'The account is closed for good.' })
export class ClosedAccountBody {
  @ApiId('acct', 'The account that is closed.') id!: string;
  @ApiConst('closed', 'What it is now.') status!: string;
  @ApiTimestamp('When it was closed.') closed_at!: string;
  @ApiText('What that means.', CLOSED) message!: string;
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

export const accountBody = (account: Account): AccountBody => ({
  ...fieldsOf(account),
  settings: { ...account.settings },
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
