import {
  type User,
  USER_ROLES,
  USER_STATUSES,
  type UserFilter,
  USERNAME_PATTERN,
  type UserStatus,
} from '@florin/identity';
import { type Page, pageCount, type PageRequest, type UserId } from '@florin/kernel';
import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { ApiEnum, ApiInteger, ApiEmail, ApiId, ApiTimestamp, ApiText } from '../openapi/fields.js';
import { field, type FieldOptions } from '../common/decorators/field.js';
import { IsEmailAddress, IsName, IsOneOf, IsPassword, textRule } from '../common/decorators/fields.js';
import { PageQuery } from '../common/pagination/page.dto.js';
import { IsQueryText } from '../common/decorators/query-fields.js';

const PASSWORD = { description: '8 to 128 characters of any kind, and none of the most common passwords.' };
const LOGIN_EMAIL = { description: 'To log in with; unique, in whatever case it is written.' };
const FULL_NAME = { description: 'What to call them.' };
const USERNAME = { description: 'May be used in place of the email to log in.', example: 'ada' };

/** The domain checks which characters it has. */
const IsUsername = (options: FieldOptions): PropertyDecorator =>
  field(
    { ...USERNAME, ...options },
    {
      ...textRule({ least: 1, most: 64 }),
      schema: { type: 'string', pattern: USERNAME_PATTERN, minLength: 1, maxLength: 64 },
    },
  );

@ApiSchema({ name: 'CreateUser', description: 'A user to be.' })
export class CreateUserDto {
  @IsEmailAddress(LOGIN_EMAIL) email!: string;
  @IsPassword(PASSWORD) password!: string;
  @IsName({ optional: true, ...FULL_NAME }) name?: string;
  @IsUsername({ optional: true }) username?: string;
}

@ApiSchema({ name: 'UpdateUser', description: 'What to change of a user; the rest stays.' })
export class UpdateUserDto {
  @IsName({ optional: true, nullable: true, ...FULL_NAME }) name?: string | null;
  @IsUsername({ optional: true, nullable: true }) username?: string | null;
  @IsOneOf(USER_STATUSES, { optional: true, description: 'For owners and admins to set.' })
  status?: UserStatus;
  @IsPassword({ optional: true, ...PASSWORD }) password?: string;
}

export class ListUsersQuery extends PageQuery {
  @IsOneOf(USER_STATUSES, { optional: true, description: 'Only users in this state.' }) status?: UserStatus;
  @IsQueryText(
    { least: 1, most: 255 },
    { description: 'Part of a name or an email, in any case.', example: 'ada' },
  )
  search?: string;
}

@ApiSchema({ name: 'User', description: 'The user.' })
export class UserBody {
  @ApiId('user', 'The user.') id!: string;
  @ApiEmail('To log in with.') email!: string;
  @ApiText('May be used in place of the email to log in.', 'ada', { nullable: true }) username!:
    string | null;
  @ApiText('What to call them.', 'Ada Lovelace', { nullable: true }) name!: string | null;
  @ApiEnum(USER_STATUSES, 'Only active users can log in and stay logged in.', { example: 'active' })
  status!: string;
  @ApiEnum(USER_ROLES, 'What the user is to the service or to its account.', { example: 'member' })
  role!: string;
  @ApiId('acct', 'The account that the user belongs to.', { nullable: true }) account_id!: string | null;
  @ApiTimestamp('When it was created.') created_at!: string;
  @ApiTimestamp('When it last changed.') updated_at!: string;
}

@ApiSchema({ name: 'UserPagination', description: 'Where in the list this page is.' })
export class UserPagination {
  @ApiInteger('This page, from 1.', 1, 1) page!: number;
  @ApiInteger('How many to a page.', 25, 1) limit!: number;
  @ApiInteger('How many pages there are.', 3) total_pages!: number;
  @ApiInteger('How many users there are.', 61) total_records!: number;
}

@ApiSchema({ name: 'UserList', description: 'A page of users, newest first.' })
export class UserListBody {
  @ApiProperty({ type: [UserBody], description: 'The users of this page.' }) data!: UserBody[];
  @ApiProperty({ type: UserPagination }) pagination!: UserPagination;
}

const DELETED = 'The user and all of its sessions are gone for good.';

@ApiSchema({ name: 'DeletedUser', description: 'The user is gone, and its sessions with it.' })
export class DeletedUserBody {
  @ApiText('That it is so.', DELETED) message!: string;
  @ApiId('user', 'The user that was.') id!: string;
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
  message: DELETED,
  id,
});
