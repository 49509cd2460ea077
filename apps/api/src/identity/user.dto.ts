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
import {
  IsEmailAddress,
  IsName,
  IsOneOf,
  IsPassword,
  IsSecret,
  textRule,
} from '../common/decorators/fields.js';
import { PageQuery } from '../common/pagination/page.dto.js';
import { IsQueryText } from '../common/decorators/query-fields.js';

const PASSWORD = {
  description:
    '8 to 128 characters. The most common passwords and the user’s own name, username and email are rejected.',
};
const LOGIN_EMAIL = { description: 'The email address to log in with. Unique, ignoring case.' };
const FULL_NAME = { description: 'The full name of the user.' };
const USERNAME = { description: 'A username to log in with instead of the email.', example: 'ada' };

/** The domain checks the characters. */
const IsUsername = (options: FieldOptions): PropertyDecorator =>
  field(
    { ...USERNAME, ...options },
    {
      ...textRule({ least: 1, most: 64 }),
      schema: { type: 'string', pattern: USERNAME_PATTERN, minLength: 1, maxLength: 64 },
    },
  );

@ApiSchema({ name: 'CreateUser', description: 'The user to create.' })
export class CreateUserDto {
  @IsEmailAddress(LOGIN_EMAIL) email!: string;
  @IsPassword(PASSWORD) password!: string;
  @IsName({ omittable: true, ...FULL_NAME }) name?: string;
  @IsUsername({ omittable: true }) username?: string;
}

@ApiSchema({ name: 'UpdateUser', description: 'The fields to change.' })
export class UpdateUserDto {
  @IsName({ optional: true, nullable: true, ...FULL_NAME }) name?: string | null;
  @IsUsername({ optional: true, nullable: true }) username?: string | null;
  @IsOneOf(USER_STATUSES, { optional: true, description: 'Can be set by owners and admins.' })
  status?: UserStatus;
  @IsPassword({ optional: true, ...PASSWORD }) password?: string;
  @IsSecret({
    optional: true,
    description:
      'The user’s password before the change. If you send it, it must be correct. Wrong attempts count like failed logins.',
  })
  current_password?: string;
}

export class ListUsersQuery extends PageQuery {
  @IsOneOf(USER_STATUSES, { optional: true, description: 'Only users with this status.' })
  status?: UserStatus;
  @IsQueryText(
    { least: 1, most: 255 },
    { description: 'Part of a name or an email, ignoring case.', example: 'ada' },
  )
  search?: string;
}

@ApiSchema({ name: 'User', description: 'The user.' })
export class UserBody {
  @ApiId('user', 'The user.') id!: string;
  @ApiEmail('The email address to log in with.') email!: string;
  @ApiText('A username to log in with instead of the email.', 'ada', { nullable: true }) username!:
    string | null;
  @ApiText('The full name of the user.', 'Ada Lovelace', { nullable: true }) name!: string | null;
  @ApiEnum(USER_STATUSES, 'Only active users can log in and use their sessions.', { example: 'active' })
  status!: string;
  @ApiEnum(
    USER_ROLES,
    'The role of the user: an admin of the service, or the owner or a member of an account.',
    { example: 'member' },
  )
  role!: string;
  @ApiId('acct', 'The account that the user belongs to.', { nullable: true }) account_id!: string | null;
  @ApiTimestamp('When it was created.') created_at!: string;
  @ApiTimestamp('When it last changed.') updated_at!: string;
}

@ApiSchema({ name: 'UserPagination', description: 'The position of this page in the list.' })
export class UserPagination {
  @ApiInteger('The number of this page, starting at 1.', 1, 1) page!: number;
  @ApiInteger('The maximum number of items per page.', 25, 1) limit!: number;
  @ApiInteger('The total number of pages.', 3) total_pages!: number;
  @ApiInteger('The total number of users.', 61) total_records!: number;
}

@ApiSchema({ name: 'UserList', description: 'A page of users, newest first.' })
export class UserListBody {
  @ApiProperty({ type: [UserBody], description: 'The users of this page.' }) data!: UserBody[];
  @ApiProperty({ type: UserPagination }) pagination!: UserPagination;
}

const DELETED = 'The user and its sessions are deleted.';

@ApiSchema({ name: 'DeletedUser', description: 'The user and its sessions are deleted.' })
export class DeletedUserBody {
  @ApiText('A confirmation to show to people.', DELETED) message!: string;
  @ApiId('user', 'The deleted user.') id!: string;
}

/** Field by field, so that the password hash is never returned. */
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
