import {
  type AccountId,
  addMilliseconds,
  DAY_MS,
  type Decision,
  type DomainEvent,
  notBefore,
  stateMachine,
  transition,
  type WebhookEndpointId,
} from '@florin/kernel';
import { refusal } from '../errors.js';
import type { EncryptedSecret } from './webhook-secrets.js';

export const ENDPOINT_STATUSES = ['enabled', 'disabled'] as const;
export type EndpointStatus = (typeof ENDPOINT_STATUSES)[number];
export type EndpointAction = 'enable' | 'disable';

export const ENDPOINT_STATE_MACHINE = stateMachine<EndpointStatus, EndpointAction>({
  initial: ['enabled'],
  transitions: {
    enabled: { enable: 'enabled', disable: 'disabled' },
    disabled: { enable: 'enabled', disable: 'disabled' },
  },
});

/** Subscribes to the events of all types. */
export const ALL_EVENTS = '*';
export const MAX_ENDPOINTS = 16;
export const MAX_URL_LENGTH = 2_048;
/** After a rotation the previous secret signs as well, so that receivers can be updated one after the other. */
export const ROTATION_MS = DAY_MS;
/** An endpoint that has only failed for this long is disabled. */
export const DISABLE_AFTER_MS = 5 * DAY_MS;

export interface PreviousSecret {
  readonly secret: EncryptedSecret;
  readonly expiresAt: Date;
}

export interface WebhookEndpoint {
  readonly id: WebhookEndpointId;
  /** Undefined: receives the events of all accounts. */
  readonly accountId: AccountId | undefined;
  readonly url: string;
  /** Event types, or `ALL_EVENTS` alone. */
  readonly events: readonly string[];
  readonly description: string | undefined;
  readonly status: EndpointStatus;
  readonly secret: EncryptedSecret;
  readonly previousSecret: PreviousSecret | undefined;
  /** The first failed attempt since the last success. */
  readonly failingSince: Date | undefined;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export type NewWebhookEndpoint = Pick<WebhookEndpoint, 'accountId' | 'url' | 'events' | 'description'>;

/** An absent field does not change; the description becomes undefined with null. */
export interface EndpointChanges {
  readonly url?: string | undefined;
  readonly events?: readonly string[] | undefined;
  readonly description?: string | null | undefined;
  readonly status?: EndpointStatus | undefined;
}

export const DISABLE_REASONS = ['failing', 'gone'] as const;
export type DisableReason = (typeof DISABLE_REASONS)[number];

export const WEBHOOK_ENDPOINT_EVENTS = ['webhook_endpoint.disabled'] as const;
export type WebhookEndpointEvent = DomainEvent<(typeof WEBHOOK_ENDPOINT_EVENTS)[number]>;

/** `disabled` is the reason if the decision disabled the endpoint. One without an account has no event. */
export type EndpointDecision = Decision<WebhookEndpoint, WebhookEndpointEvent> & {
  readonly disabled?: DisableReason;
};

/** `existing` is the number of endpoints that the account already has. */
export function createEndpoint(
  id: WebhookEndpointId,
  input: NewWebhookEndpoint,
  secret: EncryptedSecret,
  existing: number,
  now: Date,
): WebhookEndpoint {
  if (existing >= MAX_ENDPOINTS)
    throw refusal('conflict', `There are already ${MAX_ENDPOINTS} webhook endpoints, the maximum.`);
  return {
    id,
    ...input,
    events: [...new Set(input.events)],
    status: 'enabled',
    secret,
    previousSecret: undefined,
    failingSince: undefined,
    createdAt: now,
    updatedAt: now,
  };
}

/** Enabling and another URL start a new period of failures. */
export function updateEndpoint(
  endpoint: WebhookEndpoint,
  { url, events, description, status }: EndpointChanges,
  now: Date,
): WebhookEndpoint {
  const isMoved = url !== undefined && url !== endpoint.url;
  const changed = {
    ...endpoint,
    url: url ?? endpoint.url,
    failingSince: isMoved ? undefined : endpoint.failingSince,
    events: events === undefined ? endpoint.events : [...new Set(events)],
    description: description === undefined ? endpoint.description : (description ?? undefined),
    updatedAt: notBefore(endpoint.updatedAt, now),
  };
  if (status === undefined) return changed;
  const action = status === 'enabled' ? 'enable' : 'disable';
  const failingSince = endpoint.status === 'disabled' ? undefined : changed.failingSince;
  return { ...changed, failingSince, status: nextStatus(endpoint, action) };
}

export function rotateSecret(endpoint: WebhookEndpoint, secret: EncryptedSecret, now: Date): WebhookEndpoint {
  const previousSecret = { secret: endpoint.secret, expiresAt: addMilliseconds(now, ROTATION_MS) };
  return { ...endpoint, secret, previousSecret, updatedAt: notBefore(endpoint.updatedAt, now) };
}

/** The newest first. A delivery is signed with each of them. */
export function signingSecrets(
  { secret, previousSecret }: WebhookEndpoint,
  now: Date,
): readonly EncryptedSecret[] {
  return previousSecret === undefined || previousSecret.expiresAt <= now
    ? [secret]
    : [secret, previousSecret.secret];
}

export const afterSuccess = (endpoint: WebhookEndpoint): WebhookEndpoint =>
  endpoint.failingSince === undefined ? endpoint : { ...endpoint, failingSince: undefined };

/** With `isGone` (410) the receiver asks for no more deliveries. */
export function afterFailure(endpoint: WebhookEndpoint, isGone: boolean, now: Date): EndpointDecision {
  if (endpoint.status === 'disabled') return { state: endpoint, events: [] };
  const { failingSince = now } = endpoint;
  if (isGone) return disable(endpoint, 'gone', now);
  if (now.getTime() - failingSince.getTime() >= DISABLE_AFTER_MS) return disable(endpoint, 'failing', now);
  const state = endpoint.failingSince === undefined ? { ...endpoint, failingSince } : endpoint;
  return { state, events: [] };
}

function disable(endpoint: WebhookEndpoint, reason: DisableReason, now: Date): EndpointDecision {
  const { id, accountId, url } = endpoint;
  const updatedAt = notBefore(endpoint.updatedAt, now);
  const state = { ...endpoint, status: nextStatus(endpoint, 'disable'), updatedAt };
  if (accountId === undefined) return { state, events: [], disabled: reason };
  const event = {
    type: 'webhook_endpoint.disabled',
    accountId,
    subjectId: id,
    data: { url, reason },
  } as const;
  return { state, events: [event], disabled: reason };
}

const nextStatus = (endpoint: WebhookEndpoint, action: EndpointAction): EndpointStatus =>
  transition(ENDPOINT_STATE_MACHINE, endpoint.status, action, (status) =>
    refusal('conflict', `Cannot ${action} the webhook endpoint: it is ${status}.`),
  );
