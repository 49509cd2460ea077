import {
  type Caller,
  CreateUser,
  DeleteUser,
  GetUser,
  ListUsers,
  type Principal,
  UpdateUser,
} from '@florin/identity';
import { parseId } from '@florin/kernel';
import { Body, Controller, Delete, Get, Param, Patch, Post, Query, Req } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { CurrentHttpExchange, type HttpExchange, Idempotency } from '../common/idempotency/idempotency.js';
import { CurrentCaller, CurrentPrincipal } from '../auth/caller.js';
import { LoginLimits } from '../auth/limits/login-limits.js';
import { requireHttps } from '../auth/require-https.js';
import { Operation } from '../auth/operation.decorator.js';
import { ApiErrorCodes } from '../openapi/operation-extensions.js';
import { Settings } from '../config/settings.js';
import {
  CreateUserDto,
  DeletedUserBody,
  deletedUserBody,
  ListUsersQuery,
  UpdateUserDto,
  UserBody,
  userBody,
  userFilterOf,
  UserListBody,
  userListBody,
} from './user.dto.js';
import { EmptyBody, EmptyQuery } from '../common/validation/empty.dto.js';

@ApiTags('Users')
@Controller('v1/users')
export class UsersController {
  constructor(
    private readonly createUser: CreateUser,
    private readonly listUsers: ListUsers,
    private readonly getUser: GetUser,
    private readonly updateUser: UpdateUser,
    private readonly deleteUser: DeleteUser,
    private readonly idempotency: Idempotency,
    private readonly limits: LoginLimits,
    private readonly settings: Settings,
  ) {}

  @Get()
  @Operation('users.list', 'List users')
  @ApiOkResponse({ type: UserListBody })
  async list(
    @CurrentPrincipal() principal: Principal,
    @Query() query: ListUsersQuery,
  ): Promise<UserListBody> {
    return userListBody(await this.listUsers.execute(principal, userFilterOf(query), query), query);
  }

  @Post()
  @Operation(
    'users.create',
    'Create a user',
    'A user that an owner creates becomes a member of the owner’s account. Other new users have no account. The owner of a suspended account cannot create members. In production this operation requires HTTPS.',
  )
  @ApiErrorCodes('email_exists')
  @ApiCreatedResponse({ type: UserBody })
  create(
    @CurrentCaller() caller: Caller,
    @Body() input: CreateUserDto,
    @CurrentHttpExchange() exchange: HttpExchange,
    @Query() _query: EmptyQuery,
  ): Promise<UserBody> {
    requireHttps(exchange.request, this.settings);
    return this.idempotency.respond(exchange, userBody, (idempotentRequest) =>
      this.createUser.execute(caller, input, idempotentRequest),
    );
  }

  @Get(':user_id')
  @Operation('users.get', 'Retrieve a user')
  @ApiOkResponse({ type: UserBody })
  async get(
    @CurrentPrincipal() principal: Principal,
    @Param('user_id') id: string,
    @Query() _query: EmptyQuery,
  ): Promise<UserBody> {
    return userBody(await this.getUser.execute(principal, parseId('user', id)));
  }

  @Patch(':user_id')
  @Operation(
    'users.update',
    'Update a user',
    'Users can update themselves, except for their status. Owners can set the name and status of their members. Admins can update everything. A new password ends the other sessions of the user. `current_password` is optional; if you send it, it must be correct. In production, passwords require HTTPS.',
  )
  @ApiErrorCodes('conflict', 'invalid_credentials')
  @ApiOkResponse({ type: UserBody })
  async update(
    @CurrentCaller() caller: Caller,
    @Param('user_id') id: string,
    @Body() { name, username, status, password, current_password }: UpdateUserDto,
    @Req() request: FastifyRequest,
    @Query() _query: EmptyQuery,
  ): Promise<UserBody> {
    if (password !== undefined || current_password !== undefined) requireHttps(request, this.settings);
    const userId = parseId('user', id);
    const input = { name, username, status, password };
    const update = () => this.updateUser.execute(caller, userId, input, current_password);
    if (current_password === undefined) return userBody(await update());
    const { email: login } = await this.getUser.execute(caller.principal, userId);
    return userBody(await this.limits.run({ address: caller.address, login }, update));
  }

  @Delete(':user_id')
  @Operation(
    'users.delete',
    'Delete a user',
    'Deletes the user permanently, ends its sessions and revokes the platform keys that it created. The owner of an open account and the last active admin cannot be deleted.',
  )
  @ApiOkResponse({ type: DeletedUserBody })
  async delete(
    @CurrentCaller() caller: Caller,
    @Param('user_id') id: string,
    @Query() _query: EmptyQuery,
    @Body() _body: EmptyBody,
  ): Promise<DeletedUserBody> {
    return deletedUserBody(await this.deleteUser.execute(caller, parseId('user', id)));
  }
}
