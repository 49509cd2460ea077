import {
  type Attempt,
  ATTEMPT_STATUSES,
  type AttemptStatus,
  CARD_BRANDS,
  type CardBrand,
  DECLINE_REASONS,
  type DeclineReason,
} from '@florin/payments';
import { ApiSchema } from '@nestjs/swagger';
import { ApiEnum, ApiInteger, ApiText, ApiTimestamp, NULL_AT_FIRST } from '../openapi/fields.js';

@ApiSchema({ name: 'PaymentAttempt', description: 'One card that the customer tried.' })
export class PaymentAttemptBody {
  @ApiInteger('The number of the attempt, starting at 1.', 1, 1) number!: number;
  @ApiEnum(
    ATTEMPT_STATUSES,
    '`started` while the card is being charged. `failed` and `voided`: the card was not charged. `reversed`: the charge was reversed.',
    { example: 'approved' },
  )
  status!: AttemptStatus;
  @ApiEnum(CARD_BRANDS, 'The brand of the card.') brand!: CardBrand;
  @ApiText('The last four digits of the card.', '4242') last4!: string;
  @ApiEnum(DECLINE_REASONS, 'Why the card was declined.', NULL_AT_FIRST)
  decline_reason!: DeclineReason | null;
  @ApiTimestamp('When the attempt started.') started_at!: string;
  @ApiTimestamp('When the result was recorded; null while it is not known.', { nullable: true })
  ended_at!: string | null;
}

export const attemptBody = (attempt: Attempt): PaymentAttemptBody => ({
  number: attempt.number,
  status: attempt.status,
  brand: attempt.brand,
  last4: attempt.last4,
  decline_reason: attempt.declineReason ?? null,
  started_at: attempt.startedAt.toISOString(),
  ended_at: attempt.endedAt?.toISOString() ?? null,
});
