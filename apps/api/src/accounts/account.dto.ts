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
import { ApiProperty } from '@nestjs/swagger';
import { AnyText, EmailAddress, Nested, OneOf, PersonName, Rfc3339 } from '../validation/fields.js';
import { QueryInteger } from '../validation/query-fields.js';
import { SettingsDto } from './settings.dto.js';

export class OpenAccountDto {
  @EmailAddress({
    description: 'Of the account, and the login of its owner. Unique; that of a closed account stays taken.',
  })
  email!: string;
  @PersonName({ description: 'Of the business or the individual.' }) name!: string;
  @OneOf(ACCOUNT_TYPES) type!: AccountType;
  @AnyText({ description: 'The owner’s, 8 to 128 characters.' }) password!: string;
  @Nested(() => SettingsDto, { optional: true }) settings?: SettingsDto;
}

export class UpdateAccountDto {
  @PersonName({ optional: true }) name?: string;
  @EmailAddress({ optional: true, description: 'The owner’s login follows it.' }) email?: string;
  @Nested(() => SettingsDto, { optional: true }) settings?: SettingsDto;
}

export class SetAccountStatusDto {
  @OneOf(OPEN_STATUSES) status!: OpenStatus;
}

const MAX_PAGE = 1_000_000_000;

export class ListAccountsQuery {
  @QueryInteger({ min: 1, max: MAX_PAGE, default: 1 }) page!: number;
  @QueryInteger({ min: 1, max: 100, default: 25 }) limit!: number;
  @OneOf(ACCOUNT_STATUSES, { optional: true }) status?: AccountStatus;
  @OneOf(ACCOUNT_TYPES, { optional: true }) type?: AccountType;
  @Rfc3339({ optional: true, description: 'Later than this instant.' }) created_after?: Date;
  @Rfc3339({ optional: true, description: 'Earlier than this instant.' }) created_before?: Date;
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

export class AccountListItem {
  @ApiProperty({ example: 'acct_01k9zxv3s8e7qv5m2c4w6y8h0j' }) id!: string;
  @ApiProperty({ format: 'email' }) email!: string;
  @ApiProperty() name!: string;
  @ApiProperty({ enum: ACCOUNT_TYPES }) type!: AccountType;
  @ApiProperty({ enum: ACCOUNT_STATUSES }) status!: AccountStatus;
  @ApiProperty({ format: 'date-time' }) created_at!: string;
  @ApiProperty({ format: 'date-time' }) updated_at!: string;
}

export class AccountSettingsBody {
  @ApiProperty({ example: 'USD' }) currency!: string;
  @ApiProperty({ example: 'Europe/Vienna' }) timezone!: string;
  @ApiProperty({ example: 'de-AT' }) language!: string;
}

export class AccountBody extends AccountListItem {
  @ApiProperty({ type: AccountSettingsBody }) settings!: AccountSettingsBody;
}

export class AccountPagination {
  @ApiProperty({ type: 'integer' }) page!: number;
  @ApiProperty({ type: 'integer' }) limit!: number;
  @ApiProperty({ type: 'integer' }) total!: number;
  @ApiProperty() has_next!: boolean;
}

export class AccountListBody {
  @ApiProperty({ type: [AccountListItem] }) data!: AccountListItem[];
  @ApiProperty({ type: AccountPagination }) pagination!: AccountPagination;
}

export class ClosedAccountBody {
  @ApiProperty() id!: string;
  @ApiProperty({ enum: ['closed'] }) status!: string;
  @ApiProperty({ format: 'date-time' }) closed_at!: string;
  @ApiProperty() message!: string;
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

export const accountListItem = (account: Account): AccountListItem => fieldsOf(account);

export const accountBody = (account: Account): AccountBody => ({
  ...fieldsOf(account),
  settings: { ...account.settings },
});

export const accountListBody = (
  { items, total }: Page<Account>,
  { page, limit }: PageRequest,
): AccountListBody => ({
  data: items.map(accountListItem),
  pagination: { page, limit, total, has_next: page * limit < total },
});

export const closedAccountBody = ({ id, status, closedAt }: ClosedAccount): ClosedAccountBody => ({
  id,
  status,
  closed_at: closedAt.toISOString(),
  message:
    'The account is closed. Its users, tokens and keys no longer work, and what was pending is canceled.',
});
