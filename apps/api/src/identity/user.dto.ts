import { type User, USER_ROLES, USER_STATUSES, type UserFilter, type UserStatus } from '@florin/identity';
import { type Page, pageCount, type PageRequest, type UserId } from '@florin/kernel';
import { ApiProperty } from '@nestjs/swagger';
import { AnyText, EmailAddress, OneOf, PersonName, Text } from '../validation/fields.js';
import { QueryInteger, QueryText } from '../validation/query-fields.js';

const PASSWORD = { description: '8 to 128 characters of any kind, and none of the most common passwords.' };
const USERNAME = { description: 'May be used in place of the email to log in.', example: 'ada' };

export class CreateUserDto {
  @EmailAddress() email!: string;
  @AnyText(PASSWORD) password!: string;
  @PersonName({ optional: true }) name?: string;
  @Text({ least: 1, most: 64 }, { optional: true, ...USERNAME }) username?: string;
}

export class UpdateUserDto {
  @PersonName({ optional: true }) name?: string;
  @Text({ least: 1, most: 64 }, { optional: true, ...USERNAME }) username?: string;
  @OneOf(USER_STATUSES, { optional: true }) status?: UserStatus;
  @AnyText({ optional: true, ...PASSWORD }) password?: string;
}

const MAX_PAGE = 1_000_000_000;

export class ListUsersQuery {
  @QueryInteger({ min: 1, max: MAX_PAGE, default: 1 }) page!: number;
  @QueryInteger({ min: 1, max: 100, default: 25 }) limit!: number;
  @OneOf(USER_STATUSES, { optional: true }) status?: UserStatus;
  @QueryText({ least: 1, most: 255 }, { description: 'Part of a name or an email.' }) search?: string;
}

export class UserBody {
  @ApiProperty({ example: 'user_01k9zxv3s8e7qv5m2c4w6y8h0j' }) id!: string;
  @ApiProperty({ format: 'email' }) email!: string;
  @ApiProperty({ type: 'string', nullable: true }) username!: string | null;
  @ApiProperty({ type: 'string', nullable: true }) name!: string | null;
  @ApiProperty({ enum: USER_STATUSES }) status!: string;
  @ApiProperty({ enum: USER_ROLES }) role!: string;
  @ApiProperty({ type: 'string', nullable: true }) account_id!: string | null;
  @ApiProperty({ format: 'date-time' }) created_at!: string;
  @ApiProperty({ format: 'date-time' }) updated_at!: string;
}

export class UserPagination {
  @ApiProperty({ type: 'integer' }) page!: number;
  @ApiProperty({ type: 'integer' }) limit!: number;
  @ApiProperty({ type: 'integer' }) total_pages!: number;
  @ApiProperty({ type: 'integer' }) total_records!: number;
}

export class UserListBody {
  @ApiProperty({ type: [UserBody] }) data!: UserBody[];
  @ApiProperty({ type: UserPagination }) pagination!: UserPagination;
}

export class DeletedUserBody {
  @ApiProperty() message!: string;
  @ApiProperty() id!: string;
}

/** A whitelist: what is not named here, the password hash above all, never leaves. */
export const userBody = (user: User): UserBody => ({
  id: user.id,
  email: user.email,
  username: user.username ?? null,
  name: user.name ?? null,
  status: user.status,
  role: user.role,
  account_id: user.accountId ?? null,
  created_at: user.createdAt.toISOString(),
  updated_at: user.updatedAt.toISOString(),
});

export const userFilterOf = ({ status, search }: ListUsersQuery): UserFilter => ({
  ...(status !== undefined && { status }),
  ...(search !== undefined && { search }),
});

export const userListBody = ({ items, total }: Page<User>, { page, limit }: PageRequest): UserListBody => ({
  data: items.map(userBody),
  pagination: { page, limit, total_pages: pageCount(total, limit), total_records: total },
});

export const deletedUserBody = (id: UserId): DeletedUserBody => ({
  message: 'The user and all of its sessions are gone for good.',
  id,
});
