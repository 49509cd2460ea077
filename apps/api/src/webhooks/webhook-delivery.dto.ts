import { formatInstant } from '@florin/kernel';
import {
  DELIVERY_STATUSES,
  type DeliveryAttempt,
  type DeliveryStatus,
  TEST_EVENT,
  type WebhookDelivery,
} from '@florin/webhooks';
import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { IsOneOf } from '../common/decorators/fields.js';
import { CursorBodyOf, CursorQueryOf } from '../common/pagination/cursor.dto.js';
import { ApiEnum, ApiId, ApiInteger, ApiText, ApiTimestamp, NULL_AT_FIRST } from '../openapi/fields.js';

export class ListWebhookDeliveriesQuery extends CursorQueryOf('whd') {
  @IsOneOf(DELIVERY_STATUSES, { optional: true, description: 'Only deliveries with this status.' })
  status?: DeliveryStatus;
}

@ApiSchema({ name: 'WebhookDeliveryAttempt', description: 'One request to the URL of the endpoint.' })
class DeliveryAttemptBody {
  @ApiTimestamp('When the request was sent.') at!: string;
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'The status of the response; null without a response.',
    example: 200,
  })
  status_code!: number | null;
  @ApiText('Why there is no response; null if there is one.', 'The connection was refused.', {
    ...NULL_AT_FIRST,
  })
  error!: string | null;
  @ApiInteger('How long the request took, in milliseconds.', 84) duration_ms!: number;
  @ApiText('The beginning of the body of the response; null without a response.', 'ok', { nullable: true })
  response!: string | null;
}

@ApiSchema({ name: 'WebhookDelivery', description: 'The delivery of one event to one webhook endpoint.' })
export class WebhookDeliveryBody {
  @ApiId('whd', 'The delivery.') id!: string;
  @ApiId('whe', 'The webhook endpoint.') endpoint_id!: string;
  @ApiId('evt', 'The event, which is also the `webhook-id` of each request.') event_id!: string;
  @ApiText(`The type of the event; \`${TEST_EVENT}\` for a test.`, 'payment_request.succeeded')
  event_type!: string;
  @ApiEnum(
    DELIVERY_STATUSES,
    '`pending` until a request succeeds with a 2xx status. `failed` after ten failed requests.',
    { example: 'succeeded' },
  )
  status!: DeliveryStatus;
  @ApiTimestamp('When the next request is due; null once the delivery has ended.', NULL_AT_FIRST)
  next_attempt_at!: string | null;
  @ApiProperty({ type: [DeliveryAttemptBody], description: 'The requests so far, the latest 20 at most.' })
  attempts!: DeliveryAttemptBody[];
  @ApiTimestamp('When it was created.') created_at!: string;
}

@ApiSchema({ name: 'WebhookDeliveryList', description: 'A page of deliveries, newest event first.' })
export class WebhookDeliveryListBody extends CursorBodyOf<WebhookDeliveryBody>({
  type: [WebhookDeliveryBody],
  description: 'The deliveries of this page.',
}) {}

const attemptBody = (attempt: DeliveryAttempt): DeliveryAttemptBody => ({
  at: formatInstant(attempt.at),
  status_code: attempt.statusCode ?? null,
  error: attempt.error ?? null,
  duration_ms: attempt.durationMs,
  response: attempt.response ?? null,
});

export const webhookDeliveryBody = (delivery: WebhookDelivery): WebhookDeliveryBody => ({
  id: delivery.id,
  endpoint_id: delivery.endpointId,
  event_id: delivery.eventId,
  event_type: delivery.eventType,
  status: delivery.status,
  next_attempt_at: delivery.nextAttemptAt === undefined ? null : formatInstant(delivery.nextAttemptAt),
  attempts: delivery.attempts.map(attemptBody),
  created_at: formatInstant(delivery.createdAt),
});
