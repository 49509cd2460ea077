import { Button, Group } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useTexts } from '../i18n/language.js';
import { COMMON_TEXTS } from './texts.js';

/** A page of one of the API's lists, with a cursor. */
export interface ListPage<Row> {
  readonly data: readonly Row[];
  readonly has_more: boolean;
}

/** The position in a list, kept in the page's address. */
export interface Cursor {
  readonly starting_after?: string | undefined;
  readonly ending_before?: string | undefined;
}

/** Lists are newest first: older items follow, newer ones precede. */
export function Pager({
  page,
  cursor,
}: {
  readonly page: ListPage<{ readonly id: string }>;
  readonly cursor: Cursor;
}) {
  const texts = useTexts(COMMON_TEXTS);
  const navigate = useNavigate();
  const isBackward = cursor.ending_before !== undefined;
  const hasNewer = isBackward ? page.has_more : cursor.starting_after !== undefined;
  const hasOlder = isBackward || page.has_more;
  const go = (next: Cursor): void => {
    const none = { starting_after: undefined, ending_before: undefined };
    void navigate({ to: '.', search: (previous) => ({ ...previous, ...none, ...next }) });
  };
  if (!hasNewer && !hasOlder) return null;
  return (
    <Group justify="flex-end" gap="xs">
      <Button
        variant="default"
        size="xs"
        disabled={!hasNewer}
        onClick={() => {
          go({ ending_before: page.data[0]?.id });
        }}
      >
        {texts.previous}
      </Button>
      <Button
        variant="default"
        size="xs"
        disabled={!hasOlder}
        onClick={() => {
          go({ starting_after: page.data.at(-1)?.id });
        }}
      >
        {texts.next}
      </Button>
    </Group>
  );
}
