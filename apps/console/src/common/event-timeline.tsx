import type { Event, Florin } from '@florin/client';
import { Code, Loader, Stack, Text, Timeline } from '@mantine/core';
import { useApi } from '../api/use-api.js';
import { useTexts } from '../i18n/language.js';
import { Actor } from './actor.js';
import { useFormats } from './formats.js';
import { Loaded } from './loaded.js';
import { COMMON_TEXTS } from './texts.js';
import { TimeText } from './time-text.js';

const MAX_EVENTS = 100;

interface EventTimelineProps {
  readonly subjectIds: readonly string[];
  /** What is shown of the resource: when it changes, there are new events. */
  readonly state: string;
  /** Also of an account other than the one that an admin acts for. */
  readonly isOfService?: boolean;
}

/** The events of a resource and its parts, newest first, each with the account's balance after it if it moved money. */
export function EventTimeline({ subjectIds, state, isOfService = false }: EventTimelineProps) {
  const events = useApi(
    ['events', 'of', { subjectIds, state }],
    (florin, signal) => readAll(florin, subjectIds, signal),
    { isOfService },
  );
  return (
    <Loaded query={events} loading={<Loader size="sm" />}>
      {(data) => <Events events={data} />}
    </Loaded>
  );
}

function Events({ events }: { readonly events: readonly Event[] }) {
  const texts = useTexts(COMMON_TEXTS);
  if (events.length === 0) return <Text c="dimmed">{texts.noEvents}</Text>;
  return (
    <Timeline bulletSize={14} lineWidth={2} aria-label={texts.timeline}>
      {events.map((event) => (
        <Timeline.Item key={event.id} title={<Code>{event.type}</Code>}>
          <Stack gap={0} mt={4}>
            <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              <TimeText value={event.created_at} />
              {event.actor !== null && (
                <>
                  {' · '}
                  <Actor actor={event.actor} />
                </>
              )}
            </Text>
            <BalanceAfter event={event} />
          </Stack>
        </Timeline.Item>
      ))}
    </Timeline>
  );
}

/** The API filters by one subject. The ids of events are in the order of time. */
async function readAll(florin: Florin, subjectIds: readonly string[], signal: AbortSignal): Promise<Event[]> {
  const pages = await Promise.all(
    subjectIds.map((id) => florin.events.page({ subject_id: id, limit: MAX_EVENTS }, { signal })),
  );
  return pages.flatMap(({ data }) => data).sort((one, other) => (one.id < other.id ? 1 : -1));
}

function BalanceAfter({ event: { balance, data } }: { readonly event: Event }) {
  const texts = useTexts(COMMON_TEXTS);
  const { money } = useFormats();
  if (balance === null || !('currency' in data) || data.currency === undefined) return null;
  const { currency } = data;
  return (
    <Text size="sm">
      {texts.balanceAfter(
        money(balance.available, currency),
        money(balance.held, currency),
        money(balance.incoming, currency),
      )}
    </Text>
  );
}
