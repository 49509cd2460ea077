import type { LogHead } from '@florin/ledger';
import { ApiSchema } from '@nestjs/swagger';
import { ApiHash, ApiId } from '../openapi/fields.js';

@ApiSchema({ name: 'LogHead', description: 'The newest event of the account and its hash.' })
export class LogHeadBody {
  @ApiId('acct', 'The account.') account_id!: string;
  @ApiId('evt', 'The newest event. Null if there is none, or if the events are not chained yet.', {
    nullable: true,
  })
  event_id!: string | null;
  @ApiHash('The hash of that event; 64 zeros if there is none. Null if the events are not chained yet.')
  hash!: string | null;
}

export const logHeadBody = ({ accountId, eventId, hash }: LogHead): LogHeadBody => ({
  account_id: accountId,
  event_id: eventId ?? null,
  hash: hash ?? null,
});
