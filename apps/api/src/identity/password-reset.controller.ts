import { type Caller, RequestPasswordReset } from '@florin/identity';
import { Body, Controller, HttpCode, Post, Query } from '@nestjs/common';
import { ApiAcceptedResponse, ApiTags } from '@nestjs/swagger';
import { CurrentCaller } from '../auth/caller.js';
import { ResetLimits } from '../auth/limits/reset-limits.js';
import { Operation } from '../auth/operation.decorator.js';
import { EmptyQuery } from '../common/validation/empty.dto.js';
import {
  PasswordResetRequestedBody,
  passwordResetRequestedBody,
  RequestPasswordResetDto,
} from './password-reset.dto.js';

@ApiTags('Sessions')
@Controller('v1/auth/password_reset')
export class PasswordResetController {
  constructor(
    private readonly requestPasswordReset: RequestPasswordReset,
    private readonly limits: ResetLimits,
  ) {}

  @Post()
  @HttpCode(202)
  @Operation(
    'auth.password_reset',
    'Request a password reset',
    'Sends the user a mail with a link to a page where a new password can be set: once, within 30 minutes. That ends all sessions of the user. The response is the same for unknown and inactive users, and for a user who has had five mails within an hour.',
  )
  @ApiAcceptedResponse({ type: PasswordResetRequestedBody })
  async request(
    @CurrentCaller() caller: Caller,
    @Body() { email: login }: RequestPasswordResetDto,
    @Query() _query: EmptyQuery,
  ): Promise<PasswordResetRequestedBody> {
    await this.limits.takeRequest(caller.address);
    await this.requestPasswordReset.execute(login);
    return passwordResetRequestedBody();
  }
}
