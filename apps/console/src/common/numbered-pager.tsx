import { Button, Group, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect } from 'react';
import { useTexts } from '../i18n/language.js';
import { useFormats } from './formats.js';
import { COMMON_TEXTS } from './texts.js';

export interface Pagination {
  readonly page: number;
  readonly limit: number;
  readonly total: number;
}

/** For the API's lists with numbered pages. The number is kept in the page's address. */
export function NumberedPager({ pagination }: { readonly pagination: Pagination | undefined }) {
  const texts = useTexts(COMMON_TEXTS);
  const { number } = useFormats();
  const navigate = useNavigate();
  const { page = 1, limit = 1, total = 0 } = pagination ?? {};
  const lastPage = Math.max(1, Math.ceil(total / limit));
  const go = useCallback(
    (next: number, replace = false): void => {
      void navigate({
        to: '.',
        search: (previous) => ({ ...previous, page: next === 1 ? undefined : String(next) }),
        replace,
      });
    },
    [navigate],
  );
  // The address may be old: with the last row of the last page, the page disappears.
  const isTooFar = page > lastPage;
  useEffect(() => {
    if (isTooFar) go(lastPage, true);
  }, [isTooFar, lastPage, go]);
  if (isTooFar || total === 0) return null;
  const last = Math.min(page * limit, total);
  return (
    <Group justify="space-between" gap="xs">
      <Text size="sm" c="dimmed">
        {texts.range(number((page - 1) * limit + 1), number(last), number(total))}
      </Text>
      {total > limit && (
        <Group gap="xs">
          <Button
            variant="default"
            size="xs"
            disabled={page === 1}
            onClick={() => {
              go(page - 1);
            }}
          >
            {texts.previous}
          </Button>
          <Button
            variant="default"
            size="xs"
            disabled={last === total}
            onClick={() => {
              go(page + 1);
            }}
          >
            {texts.next}
          </Button>
        </Group>
      )}
    </Group>
  );
}

/** The number in an address that a person may have edited. */
export const pageNumber = (text: string | undefined): number =>
  text !== undefined && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : 1;
