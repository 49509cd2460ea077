import { Tooltip } from '@mantine/core';
import { useFormats } from './formats.js';

/** An instant in the account's time zone, with UTC on hover. */
export function TimeText({ value }: { readonly value: string | null | undefined }) {
  const { time, utc } = useFormats();
  if (value === null || value === undefined) return <>–</>;
  return (
    <Tooltip label={utc(value)}>
      <time dateTime={value} style={{ whiteSpace: 'nowrap' }}>
        {time(value)}
      </time>
    </Tooltip>
  );
}
