import { Badge } from '@mantine/core';
import { useTexts } from '../i18n/language.js';
import { STATUS_TEXTS } from './status-texts.js';

const COLORS: Readonly<Record<string, string>> = {
  pending: 'yellow',
  paused: 'yellow',
  succeeded: 'teal',
  active: 'teal',
  enabled: 'teal',
  approved: 'teal',
  failed: 'red',
  declined: 'red',
  disabled: 'red',
  suspended: 'red',
  past_due: 'red',
};

/** A status of any resource. Statuses without a color of their own are neutral. */
export function StatusBadge({ status }: { readonly status: string }) {
  const texts: Readonly<Record<string, string>> = useTexts(STATUS_TEXTS);
  return (
    <Badge
      variant="light"
      color={COLORS[status] ?? 'gray'}
      tt="none"
      autoContrast
      miw="max-content"
      data-status={status}
    >
      {texts[status] ?? status}
    </Badge>
  );
}
