import { EVENT_TYPES } from '@florin/infrastructure';
import { type AccountId, formatInstant } from '@florin/kernel';
import {
  ALL_EVENTS,
  type EndpointChanges,
  ENDPOINT_STATUSES,
  type EndpointStatus,
  MAX_URL_LENGTH,
  type NewWebhookEndpoint,
  type WebhookEndpoint,
} from '@florin/webhooks';
import { ApiProperty, type ApiPropertyOptions, ApiSchema } from '@nestjs/swagger';
import { field, type FieldOptions, satisfies } from '../common/decorators/field.js';
import { IsDescription, IsId, IsOneOf, IsText } from '../common/decorators/fields.js';
import { IsDateFrom, IsDateTo } from '../common/decorators/query-fields.js';
import { CursorBodyOf, CursorQueryOf } from '../common/pagination/cursor.dto.js';
import { ApiEnum, ApiId, ApiInteger, ApiText, ApiTimestamp, ApiUrl } from '../openapi/fields.js';

const MAX_EVENT_TYPES = 100;
const EXAMPLE_URL = 'https://shop.example.com/webhooks/florin';
const EXAMPLE_EVENTS = ['payment_request.succeeded', 'payment_request.failed'];
const EVENT_TYPES_SCHEMA: ApiPropertyOptions = {
  type: 'array',
  items: { type: 'string', enum: [ALL_EVENTS, ...EVENT_TYPES] },
  example: EXAMPLE_EVENTS,
};
const URL_DESCRIPTION = `Where the events are sent: an \`https:\` URL of at most ${MAX_URL_LENGTH} characters, without credentials or fragment, that does not lead to a private address.`;

/** The domain checks more: its message says what is wrong with the URL. Not the format `uri`, which allows ASCII only. */
const IsEndpointUrl = (options?: FieldOptions): PropertyDecorator =>
  IsText(
    { least: 1, most: MAX_URL_LENGTH },
    { description: URL_DESCRIPTION, example: EXAMPLE_URL, ...options },
  );

function problemWithTypes(value: unknown): string | undefined {
  if (!Array.isArray(value) || value.length === 0 || value.length > MAX_EVENT_TYPES)
    return `must be a list of 1 to ${MAX_EVENT_TYPES} event types, or ["${ALL_EVENTS}"] for all events`;
  if (value.length === 1 && value[0] === ALL_EVENTS) return undefined;
  const index = value.findIndex((type) => !EVENT_TYPES.includes(type as (typeof EVENT_TYPES)[number]));
  if (index === -1) return undefined;
  const reason =
    value[index] === ALL_EVENTS ? `is ${ALL_EVENTS}, which must be alone` : 'is not an event type';
  return `must be a list of event types, but [${index}] ${reason}`;
}

const IsEventTypes = (options?: FieldOptions): PropertyDecorator =>
  field(
    {
      description: `The types of the events to send, or \`["${ALL_EVENTS}"]\` for all events.`,
      ...options,
    },
    {
      rule: satisfies((value) => problemWithTypes(value) === undefined),
      message: (value) => problemWithTypes(value) ?? '',
      // A schema cannot say that `*` must be alone.
      schema: { ...EVENT_TYPES_SCHEMA, minItems: 1, maxItems: MAX_EVENT_TYPES },
    },
  );

@ApiSchema({ name: 'CreateWebhookEndpoint', description: 'The webhook endpoint to create.' })
export class CreateWebhookEndpointDto {
  @IsEndpointUrl() url!: string;
  @IsEventTypes() events!: string[];
  @IsDescription({
    omittable: true,
    description: 'A description of your choice.',
    example: 'Web shop',
  })
  description?: string;
  @IsId('acct', {
    omittable: true,
    description:
      'The account whose events are sent. Default: the account of the token or of `X-Account-Id`. Admins and platform keys that send neither get an endpoint for the events of all accounts.',
  })
  account_id?: string;
}

@ApiSchema({ name: 'UpdateWebhookEndpoint', description: 'The fields to change.' })
export class UpdateWebhookEndpointDto {
  @IsEndpointUrl({ optional: true }) url?: string;
  @IsEventTypes({ optional: true }) events?: string[];
  @IsDescription({
    optional: true,
    nullable: true,
    description: 'A description of your choice; null removes it.',
    example: 'Web shop',
  })
  description?: string | null;
  @IsOneOf(ENDPOINT_STATUSES, {
    optional: true,
    description:
      '`disabled`: events are no longer sent, and events from this time on are not sent later. `enabled`: pending deliveries continue.',
  })
  status?: EndpointStatus;
}

export class ListWebhookEndpointsQuery extends CursorQueryOf('whe') {}

@ApiSchema({
  name: 'ReplayEvents',
  description: 'The period whose events are sent again. Both ends are included.',
})
export class ReplayEventsDto {
  @IsDateFrom({ optional: false, description: 'The start. A date means the start of that day in UTC.' })
  from!: Date;
  @IsDateTo({
    omittable: true,
    description: 'The end. A date means the end of that day in UTC. Default: now.',
    example: '2026-02-01T09:30:00Z',
  })
  to?: Date;
}

@ApiSchema({ name: 'ReplayedEvents', description: 'The events will be sent again.' })
export class ReplayedEventsBody {
  @ApiInteger('The number of events that will be sent.', 42) count!: number;
}

@ApiSchema({ name: 'WebhookEndpoint', description: 'The webhook endpoint, without its secret.' })
export class WebhookEndpointBody {
  @ApiId('whe', 'The webhook endpoint.') id!: string;
  @ApiId('acct', 'The account whose events are sent; null for the events of all accounts.', {
    nullable: true,
  })
  account_id!: string | null;
  @ApiUrl('Where the events are sent.', EXAMPLE_URL) url!: string;
  @ApiProperty({
    ...EVENT_TYPES_SCHEMA,
    description: `The types of the events that are sent, or \`["${ALL_EVENTS}"]\` for all events.`,
  })
  events!: readonly string[];
  @ApiText('Your own description; null if you sent none.', 'Web shop', { nullable: true })
  description!: string | null;
  @ApiEnum(
    ENDPOINT_STATUSES,
    'Events are sent only while it is `enabled`. Florin disables an endpoint whose deliveries have all failed for five days, or that responds with 410.',
  )
  status!: EndpointStatus;
  @ApiTimestamp('When it was created.') created_at!: string;
  @ApiTimestamp('When it last changed.') updated_at!: string;
}

@ApiSchema({
  name: 'WebhookEndpointWithSecret',
  description: 'The webhook endpoint, with its new secret.',
})
export class WebhookEndpointWithSecretBody extends WebhookEndpointBody {
  @ApiText(
    'The secret that signs the deliveries. Store it at the receiver. It is returned only here, and if you retry a create with the same `Idempotency-Key`.',
    'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=',
  )
  secret!: string;
}

@ApiSchema({ name: 'WebhookEndpointList', description: 'A page of webhook endpoints, newest first.' })
export class WebhookEndpointListBody extends CursorBodyOf<WebhookEndpointBody>({
  type: [WebhookEndpointBody],
  description: 'The webhook endpoints of this page.',
}) {}

const DELETED = 'The webhook endpoint is deleted, and its pending deliveries are not sent.';

@ApiSchema({ name: 'DeletedWebhookEndpoint', description: 'The webhook endpoint is deleted.' })
export class DeletedWebhookEndpointBody {
  @ApiId('whe', 'The deleted webhook endpoint.') id!: string;
  @ApiText('A confirmation to show to people.', DELETED) message!: string;
}

/** The controller parses `accountId`, because its error depends on the account scope. */
export const newWebhookEndpointOf = (
  { url, events, description }: CreateWebhookEndpointDto,
  accountId: AccountId | undefined,
): NewWebhookEndpoint => ({ accountId, url, events, description });

export const endpointChangesOf = ({
  url,
  events,
  description,
  status,
}: UpdateWebhookEndpointDto): EndpointChanges => ({ url, events, description, status });

export const webhookEndpointBody = (endpoint: WebhookEndpoint) => ({
  id: endpoint.id,
  account_id: endpoint.accountId ?? null,
  url: endpoint.url,
  events: endpoint.events,
  description: endpoint.description ?? null,
  status: endpoint.status,
  created_at: formatInstant(endpoint.createdAt),
  updated_at: formatInstant(endpoint.updatedAt),
});

/** The body stored for idempotent retries: the secret is encrypted, and decrypted for each response. */
export const encryptedEndpointBody = (endpoint: WebhookEndpoint) => ({
  ...webhookEndpointBody(endpoint),
  secret: endpoint.secret,
});

export const deletedWebhookEndpointBody = ({ id }: WebhookEndpoint): DeletedWebhookEndpointBody => ({
  id,
  message: DELETED,
});
