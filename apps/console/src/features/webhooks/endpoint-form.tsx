import type { CreateWebhookEndpoint, WebhookEndpoint } from '@florin/client';
import { ALL_EVENTS, MAX_URL_LENGTH } from '@florin/webhooks';
import { Group, MultiSelect, Radio, TextInput } from '@mantine/core';
import { useState } from 'react';
import { EVENT_TYPES } from '../../common/event-types.js';
import { DialogForm } from '../../common/dialog-form.js';
import { MAX_ENDPOINT_DESCRIPTION_LENGTH } from '../../common/limits.js';
import { orNull } from '../../common/or-null.js';
import { useTexts } from '../../i18n/language.js';
import { receivesAll } from './endpoint-events.js';
import { WEBHOOK_TEXTS } from './texts.js';

export type EndpointFields = Pick<CreateWebhookEndpoint, 'url' | 'events' | 'description'>;

interface EndpointFormProps {
  readonly endpoint?: WebhookEndpoint;
  readonly action: string;
  readonly error: unknown;
  readonly isPending: boolean;
  readonly onClose: () => void;
  readonly onSubmit: (fields: EndpointFields) => void;
}

/** The fields of a new endpoint, or of one to change. */
export function EndpointForm({ endpoint, action, error, isPending, onClose, onSubmit }: EndpointFormProps) {
  const texts = useTexts(WEBHOOK_TEXTS);
  const [url, setUrl] = useState(endpoint?.url ?? '');
  const [description, setDescription] = useState(endpoint?.description ?? '');
  const [events, setEvents] = useState<readonly string[]>(endpoint?.events ?? [ALL_EVENTS]);
  return (
    <DialogForm
      action={action}
      onSubmit={() => {
        onSubmit({
          url: url.trim(),
          events: events as EndpointFields['events'],
          description: orNull(description),
        });
      }}
      onClose={onClose}
      isPending={isPending}
      isDisabled={events.length === 0}
      error={error}
    >
      <TextInput
        type="url"
        label={texts.url}
        description={texts.urlHint}
        value={url}
        onChange={(event) => {
          setUrl(event.currentTarget.value);
        }}
        maxLength={MAX_URL_LENGTH}
        required
        data-autofocus
      />
      <TextInput
        label={texts.endpointDescription}
        value={description}
        onChange={(event) => {
          setDescription(event.currentTarget.value);
        }}
        maxLength={MAX_ENDPOINT_DESCRIPTION_LENGTH}
      />
      <EventsField events={events} onChange={setEvents} />
    </DialogForm>
  );
}

interface EventsFieldProps {
  readonly events: readonly string[];
  readonly onChange: (events: readonly string[]) => void;
}

function EventsField({ events, onChange }: EventsFieldProps) {
  const texts = useTexts(WEBHOOK_TEXTS);
  const isAll = receivesAll(events);
  return (
    <>
      <Radio.Group
        label={texts.events}
        value={isAll ? 'all' : 'chosen'}
        onChange={(choice) => {
          onChange(choice === 'all' ? [ALL_EVENTS] : []);
        }}
      >
        <Group mt={4}>
          <Radio value="all" label={texts.allEvents} />
          <Radio value="chosen" label={texts.chosenEvents} />
        </Group>
      </Radio.Group>
      {!isAll && (
        <MultiSelect
          label={texts.eventTypes}
          description={texts.eventTypesHint}
          data={[...EVENT_TYPES]}
          value={[...events]}
          onChange={onChange}
          searchable
          hidePickedOptions
        />
      )}
    </>
  );
}
