import { MAX_IN_FLIGHT } from '@florin/webhooks';

export interface DueDelivery {
  readonly accountId: string;
  readonly id: string;
}

export interface WaitingEndpoint {
  readonly accountId: string | undefined;
  readonly endpointId: string;
  readonly inFlight: number;
  /** The most overdue first. */
  readonly due: readonly DueDelivery[];
}

/**
 * The choice of the claim in one statement on plain PostgreSQL: the endpoints of an account take turns, and so do accounts.
 * What an account has in flight, with the delivery itself, must not exceed what the deliveries chosen before leave of the limit.
 */
export function chooseFairly(waiting: readonly WaitingEndpoint[], limit: number): DueDelivery[] {
  const ofAccounts = Map.groupBy(waiting, ({ accountId }) => accountId);
  return [...ofAccounts.values()]
    .flatMap(placesOf)
    .toSorted((one, other) => one.place - other.place || compare(one.key, other.key))
    .filter(({ place }, chosenBefore) => place + chosenBefore <= limit)
    .map(({ delivery }) => delivery);
}

function placesOf(endpoints: readonly WaitingEndpoint[]) {
  const inFlight = endpoints.reduce((sum, endpoint) => sum + endpoint.inFlight, 0);
  return endpoints
    .flatMap((endpoint) =>
      endpoint.due
        .slice(0, Math.max(0, MAX_IN_FLIGHT - endpoint.inFlight))
        .map((delivery, turn) => ({ delivery, turn, endpointId: endpoint.endpointId })),
    )
    .toSorted((one, other) => one.turn - other.turn || compare(one.endpointId, other.endpointId))
    .map(({ delivery }, index) => ({
      delivery,
      place: inFlight + index + 1,
      key: `${delivery.accountId} ${delivery.id}`,
    }));
}

const compare = (one: string, other: string): number => (one < other ? -1 : Number(one > other));
