import { ALL_EVENTS } from '@florin/webhooks';
import { Code, Group } from '@mantine/core';
import { useFormats } from '../../common/formats.js';
import { useTexts } from '../../i18n/language.js';
import { WEBHOOK_TEXTS } from './texts.js';

export const receivesAll = (events: readonly string[]): boolean => events.includes(ALL_EVENTS);

/** How many types of events an endpoint receives. */
export function useEventsText(): (events: readonly string[]) => string {
  const texts = useTexts(WEBHOOK_TEXTS);
  const { number } = useFormats();
  return (events) => (receivesAll(events) ? texts.allEvents : texts.countOfEvents(number(events.length)));
}

export function EndpointEvents({ events }: { readonly events: readonly string[] }) {
  const { allEvents } = useTexts(WEBHOOK_TEXTS);
  if (receivesAll(events)) return allEvents;
  return (
    <Group gap={4}>
      {events.map((type) => (
        <Code key={type}>{type}</Code>
      ))}
    </Group>
  );
}
