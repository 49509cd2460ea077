import { ApiSchema } from '@nestjs/swagger';
import { IsText } from '../common/decorators/fields.js';
import { ApiText } from '../openapi/fields.js';

@ApiSchema({ name: 'RequestPasswordReset', description: 'The user who forgot the password.' })
export class RequestPasswordResetDto {
  @IsText(
    { least: 1, most: 320 },
    { description: 'The email address or the username.', example: 'ada@example.com' },
  )
  email!: string;
}

const REQUESTED =
  'If there is an active user with this email, a mail with a link to set a new password is on its way.';

@ApiSchema({ name: 'PasswordResetRequested', description: 'The same answer for every email.' })
export class PasswordResetRequestedBody {
  @ApiText('A confirmation to show to people.', REQUESTED) message!: string;
}

export const passwordResetRequestedBody = (): PasswordResetRequestedBody => ({ message: REQUESTED });
