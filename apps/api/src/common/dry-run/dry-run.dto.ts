import type { Balance } from '@florin/ledger';
import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { ApiCurrency, ApiInteger } from '../../openapi/fields.js';
import type { HttpExchange } from '../idempotency/idempotency.js';

@ApiSchema({
  name: 'BalanceAfter',
  description: 'The balance of the account after the request, in minor units.',
})
export class BalanceAfterBody {
  @ApiCurrency() currency!: string;
  @ApiInteger('The amount that the account could spend.', 250_000) available!: number;
  @ApiInteger('The amount on hold for pending payments.', 7_500) held!: number;
  @ApiInteger('The amount of pending credits and refunds.', 1_200) incoming!: number;
}

export class DryRunFields {
  @ApiProperty({
    type: 'boolean',
    enum: [true],
    description: 'Always true: nothing was stored.',
    example: true,
  })
  dry_run!: true;
  @ApiProperty({
    type: BalanceAfterBody,
    nullable: true,
    description: 'The balance of the account after it; null for a batch of several accounts.',
  })
  balance!: BalanceAfterBody | null;
}

const balanceAfterBody = ({ currency, available, held, incoming }: Balance): BalanceAfterBody => ({
  currency,
  available,
  held,
  incoming,
});

/** Responds with 200: nothing was created. */
export function dryRunBody<Result>(
  { reply }: HttpExchange,
  result: Result,
  balance: Balance | undefined,
): DryRunFields & { result: Result } {
  void reply.code(200);
  return { dry_run: true, result, balance: balance === undefined ? null : balanceAfterBody(balance) };
}
