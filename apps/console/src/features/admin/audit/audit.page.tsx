import type { AuditEntry } from '@florin/client';
import { Stack, Text } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { useApi } from '../../../api/use-api.js';
import { CopyText } from '../../../common/copy-text.js';
import { type Column, DataTable } from '../../../common/data-table.js';
import { DetailList } from '../../../common/detail-list.js';
import { type Filter, FilterBar } from '../../../common/filter-bar.js';
import { JsonView } from '../../../common/json-view.js';
import { Page } from '../../../common/page.js';
import { ResourceLink } from '../../../common/resource-link.js';
import { PAGE_SIZE } from '../../../common/search.js';
import { EmptyState } from '../../../common/states.js';
import { COMMON_TEXTS } from '../../../common/texts.js';
import { TimeText } from '../../../common/time-text.js';
import { useTexts } from '../../../i18n/language.js';
import { AUDIT_TEXTS } from './texts.js';

export function AuditPage() {
  const texts = useTexts(AUDIT_TEXTS);
  const filters: readonly Filter[] = [
    { kind: 'text', name: 'actor', label: texts.actor },
    { kind: 'text', name: 'subject', label: texts.subject },
  ];
  return (
    <Page title={texts.title} description={texts.description}>
      <FilterBar filters={filters} />
      <AuditTable filters={filters} />
    </Page>
  );
}

const ACTOR = /^(?:user|key)_[0-9a-z]{26}$|^anonymous$|^system$/;
const SUBJECT = /^(?:user|sess|key)_[0-9a-z]{26}$/;

function AuditTable({ filters }: { readonly filters: readonly Filter[] }) {
  const texts = useTexts(AUDIT_TEXTS);
  const { account: _, ...search } = useSearch({ from: '/app/for-admins/admin/audit' });
  const { actor, subject } = search;
  const query = { ...search, limit: PAGE_SIZE };
  const isComplete =
    (actor === undefined || ACTOR.test(actor)) && (subject === undefined || SUBJECT.test(subject));
  const entries = useApi(['audit', query], (florin) => florin.audit.page(query), {
    enabled: isComplete,
    isOfService: true,
  });
  if (!isComplete) return <EmptyState title={texts.incompleteId}>{texts.incompleteIdHint}</EmptyState>;
  return (
    <DataTable
      label={texts.title}
      columns={useColumns()}
      query={entries}
      cursor={search}
      detailOf={(entry) => <EntryDetails entry={entry} />}
      empty={<EmptyState title={texts.empty}>{texts.emptyHint}</EmptyState>}
      filters={filters}
    />
  );
}

function useColumns(): readonly Column<AuditEntry>[] {
  const texts = useTexts(AUDIT_TEXTS);
  return [
    { label: texts.action, cell: ({ action }) => texts.actions[action] },
    { label: texts.actor, cell: ({ actor }) => <Party name={actor} />, isSecondary: true },
    { label: texts.subject, cell: ({ subject }) => <Party name={subject} />, isSecondary: true },
    { label: texts.address, cell: ({ address }) => address ?? '–', isSecondary: true },
    { label: texts.time, cell: (entry) => <TimeText value={entry.occurred_at} />, align: 'right' },
  ];
}

/** A user, whose page can be opened, or another actor or subject. */
function Party({ name }: { readonly name: string }) {
  const texts = useTexts(AUDIT_TEXTS);
  if (name === 'anonymous' || name === 'system') return texts[name];
  return (
    <Text size="xs" span style={{ overflowWrap: 'anywhere' }}>
      <ResourceLink id={name} />
    </Text>
  );
}

function EntryDetails({ entry }: { readonly entry: AuditEntry }) {
  const texts = useTexts(AUDIT_TEXTS);
  const common = useTexts(COMMON_TEXTS);
  return (
    <Stack gap="xs">
      <DetailList
        details={[
          { label: common.id, value: <CopyText value={entry.id} label={common.id} /> },
          { label: texts.actor, value: <Party name={entry.actor} /> },
          { label: texts.subject, value: <Party name={entry.subject} /> },
          { label: texts.address, value: entry.address },
          { label: texts.agent, value: entry.agent },
        ]}
      />
      <JsonView label={texts.changes} value={entry.details} />
    </Stack>
  );
}
