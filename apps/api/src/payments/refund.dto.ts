import {
  type NewRefund,
  REFUND_FAILURE_REASONS,
  REFUND_STATUSES,
  type Refund,
  type RefundFailureReason,
  type RefundStatus,
} from '@florin/payments';
import { ApiSchema } from '@nestjs/swagger';
import { IsAmount, IsText } from '../common/decorators/fields.js';
import { CursorBodyOf, CursorQueryOf } from '../common/pagination/cursor.dto.js';
import {
  ApiAmount,
  ApiCurrency,
  ApiEnum,
  ApiId,
  ApiText,
  ApiTimestamp,
  NULL_AT_FIRST,
} from '../openapi/fields.js';

@ApiSchema({ name: 'CreateRefund', description: 'The refund to create.' })
export class CreateRefundDto {
  @IsAmount({ omittable: true, description: 'In minor units. Default: what is left of the payment.' })
  amount?: number;

  @IsText(
    { least: 1, most: 255 },
    { omittable: true, description: 'Why you refund it, in your own words.', example: 'returned goods' },
  )
  reason?: string;
}

export class ListRefundsQuery extends CursorQueryOf('re') {}

@ApiSchema({ name: 'Refund', description: 'The refund.' })
export class RefundBody {
  @ApiId('re', 'The refund.') id!: Refund['id'];
  @ApiId('pay', 'The payment request that is refunded.') payment_id!: string;
  @ApiId('acct', 'The account that pays the refund.') account_id!: string;
  @ApiAmount() amount!: number;
  @ApiCurrency() currency!: string;
  @ApiEnum(REFUND_STATUSES, 'Starts as `pending` and changes once.', { example: 'succeeded' })
  status!: RefundStatus;
  @ApiText('Why you refund it, in your own words.', 'returned goods', { nullable: true })
  reason!: string | null;
  @ApiEnum(REFUND_FAILURE_REASONS, 'Why the refund failed.', NULL_AT_FIRST)
  failure_reason!: RefundFailureReason | null;
  @ApiId('txn', 'The payment that takes the amount from the account.') transaction_id!: string;
  @ApiTimestamp('When it was created.') created_at!: string;
  @ApiTimestamp('When it last changed.') updated_at!: string;
}

@ApiSchema({ name: 'RefundList', description: 'A page of refunds, newest first.' })
export class RefundListBody extends CursorBodyOf<RefundBody>({
  type: [RefundBody],
  description: 'The refunds of this page.',
}) {}

export const newRefundOf = ({ amount, reason }: CreateRefundDto): NewRefund => ({ amount, reason });

export const refundBody = (refund: Refund): RefundBody => ({
  id: refund.id,
  payment_id: refund.paymentId,
  account_id: refund.accountId,
  amount: refund.amount,
  currency: refund.currency,
  status: refund.status,
  reason: refund.reason ?? null,
  failure_reason: refund.failureReason ?? null,
  transaction_id: refund.transactionId,
  created_at: refund.createdAt.toISOString(),
  updated_at: refund.updatedAt.toISOString(),
});
