import type { MantineSize } from '@mantine/core';
import { DatePickerInput } from '@mantine/dates';
import '@mantine/dates/styles.css';
import 'dayjs/locale/de.js';
import 'dayjs/locale/es.js';
import 'dayjs/locale/fr.js';
import { useId } from 'react';
import { useLanguage, useTexts } from '../i18n/language.js';
import { COMMON_TEXTS } from './texts.js';

interface DayInputProps {
  readonly label: string;
  /** A day such as 2026-01-31, or an empty text. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly description?: string;
  readonly placeholder?: string;
  readonly withAsterisk?: boolean;
  readonly minDate?: Date;
  readonly maxDate?: Date;
  readonly size?: MantineSize;
  readonly w?: number;
}

/** A day of the calendar, in the user's language. */
export function DayInput({ label, value, onChange, ...props }: DayInputProps) {
  const texts = useTexts(COMMON_TEXTS);
  const { language, locale } = useLanguage();
  const id = useId();
  const isDay = !Number.isNaN(Date.parse(value));
  const shown = isDay ? dayText(value, locale) : (props.placeholder ?? '');
  return (
    <DatePickerInput
      {...props}
      id={id}
      // The calendar is named after the field.
      popoverProps={{ id }}
      label={label}
      aria-label={shown === '' ? label : `${label}: ${shown}`}
      locale={language}
      value={isDay ? value : null}
      valueFormatter={({ date }) => (typeof date === 'string' ? dayText(date, locale) : '')}
      clearable
      clearButtonProps={{ 'aria-label': texts.clearField(label) }}
      ariaLabels={texts.calendar}
      // Mantine shows both in colors of little contrast.
      hideOutsideDates
      weekendDays={[]}
      onChange={(next) => {
        onChange(next ?? '');
      }}
    />
  );
}

/** A day has no time zone: it is formatted as the UTC day of its midnight in UTC. */
const dayText = (day: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(day));
