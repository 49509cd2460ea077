import type { Event } from '@florin/client';
import { parseId } from '@florin/kernel';
import { Text } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { use } from 'react';
import { type EventsQuery, readEvents } from '../../api/events.js';
import { useApi } from '../../api/use-api.js';
import { type Column, DataTable } from '../../common/data-table.js';
import { EVENT_TYPES } from '../../common/event-types.js';
import { type Filter, FilterBar } from '../../common/filter-bar.js';
import { TimeZoneContext } from '../../common/formats.js';
import { NeedsAccount } from '../../common/needs-account.js';
import { Page } from '../../common/page.js';
import { ResourceLink } from '../../common/resource-link.js';
import { PAGE_SIZE } from '../../common/search.js';
import { EmptyState } from '../../common/states.js';
import { COMMON_TEXTS } from '../../common/texts.js';
import { TimeText } from '../../common/time-text.js';
import { useTexts } from '../../i18n/language.js';
import { EventDetails } from './event-details.js';
import { LiveSwitch } from './live-switch.js';
import { EVENT_TEXTS } from './texts.js';

const LIVE_MS = 3_000;
const SUBJECT_PREFIXES = ['txn', 'trf', 'pay', 're', 'sub', 'acct', 'whe'] as const;

export function EventsPage() {
  const { title } = useTexts(EVENT_TEXTS);
  return (
    <NeedsAccount title={title}>
      <Events />
    </NeedsAccount>
  );
}

function Events() {
  const texts = useTexts(EVENT_TEXTS);
  const timeZone = use(TimeZoneContext);
  const {
    account: _,
    live,
    created_after,
    created_before,
    ...search
  } = useSearch({
    from: '/app/developers/events',
  });
  const period = { from: created_after, to: created_before, timeZone };
  const { starting_after, ending_before } = search;
  const isNewest = starting_after === undefined && ending_before === undefined;
  const isLive = isNewest && live !== 'off';
  const events = useApi(
    ['events', search, period],
    async (florin) =>
      isSubject(search.subject_id)
        ? readEvents(florin, { ...search, limit: PAGE_SIZE } as EventsQuery, period)
        : { data: [], has_more: false },
    isLive ? { refetchMs: LIVE_MS } : {},
  );
  const filters = useEventFilters();
  return (
    <Page
      title={texts.title}
      description={texts.description}
      actions={<LiveSwitch isLive={isLive} isDisabled={!isNewest} />}
    >
      <FilterBar filters={filters} />
      <DataTable
        label={texts.title}
        columns={useColumns()}
        query={events}
        cursor={{ starting_after, ending_before }}
        filters={filters}
        detailOf={(event) => <EventDetails event={event} />}
        empty={<EmptyState title={texts.empty}>{texts.emptyHint}</EmptyState>}
      />
    </Page>
  );
}

/** Others have no events, and the API refuses them: an id that is still being typed should show no error. */
const isSubject = (id: string | undefined): boolean =>
  id === undefined || SUBJECT_PREFIXES.some((prefix) => parseId(prefix, id) !== undefined);

function useEventFilters(): readonly Filter[] {
  const texts = useTexts(EVENT_TEXTS);
  const common = useTexts(COMMON_TEXTS);
  return [
    {
      kind: 'choice',
      name: 'type',
      label: common.type,
      options: EVENT_TYPES.map((type) => ({ value: type, label: type })),
    },
    { kind: 'text', name: 'subject_id', label: texts.subjectId },
    { kind: 'date', name: 'created_after', label: common.createdAfter },
    { kind: 'date', name: 'created_before', label: common.createdBefore },
  ];
}

function useColumns(): readonly Column<Event>[] {
  const texts = useTexts(EVENT_TEXTS);
  const common = useTexts(COMMON_TEXTS);
  return [
    {
      label: texts.event,
      cell: ({ type, created_at }) => (
        <span>
          <Text span inherit ff="monospace">
            {type}
          </Text>
          <Text component="span" display="block" size="xs" c="dimmed" hiddenFrom="sm">
            <TimeText value={created_at} />
          </Text>
        </span>
      ),
    },
    { label: texts.subject, cell: ({ subject_id }) => <ResourceLink id={subject_id} />, isSecondary: true },
    {
      label: common.created,
      cell: (row) => <TimeText value={row.created_at} />,
      align: 'right',
      isSecondary: true,
    },
  ];
}
