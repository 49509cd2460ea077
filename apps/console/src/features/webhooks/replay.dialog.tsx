import { parseReportTime } from '@florin/kernel';
import { Text } from '@mantine/core';
import { use, useState } from 'react';
import { useChange } from '../../api/use-api.js';
import { DayInput } from '../../common/day-input.js';
import { Dialog } from '../../common/dialog.js';
import { DialogForm } from '../../common/dialog-form.js';
import { TimeZoneContext, useFormats } from '../../common/formats.js';
import { useTexts } from '../../i18n/language.js';
import type { EndpointDialogProps } from './endpoint-confirmations.js';
import { WEBHOOK_TEXTS } from './texts.js';

export function ReplayDialog({ isOpen, ...props }: EndpointDialogProps) {
  const { replay } = useTexts(WEBHOOK_TEXTS);
  return (
    <Dialog isOpen={isOpen} onClose={props.onClose} title={replay}>
      <Form {...props} />
    </Dialog>
  );
}

function Form({ endpoint, onClose }: Omit<EndpointDialogProps, 'isOpen'>) {
  const texts = useTexts(WEBHOOK_TEXTS);
  const { number } = useFormats();
  const timeZone = use(TimeZoneContext);
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const replay = useChange(
    (florin) => {
      const instant = (day: string, edge: 'start' | 'end') =>
        parseReportTime(day, timeZone, edge)?.toISOString();
      const period = { from: instant(from, 'start') ?? '', to: instant(to, 'end') ?? null };
      return florin.webhookEndpoints.replay(endpoint.id, period);
    },
    {
      changes: ['webhook_deliveries'],
      done: ({ count }) => texts.replayed(number(count)),
      onDone: onClose,
      isErrorShown: true,
    },
  );
  const today = new Date();
  return (
    <DialogForm
      action={texts.replay}
      onSubmit={() => {
        replay.mutate(undefined);
      }}
      onClose={onClose}
      isPending={replay.isPending}
      isDisabled={from === ''}
      error={replay.error}
    >
      <Text size="sm">{texts.replayText}</Text>
      <DayInput maxDate={today} label={texts.replayFrom} value={from} onChange={setFrom} withAsterisk />
      <DayInput
        maxDate={today}
        label={texts.replayTo}
        description={texts.replayToHint}
        value={to}
        onChange={setTo}
      />
    </DialogForm>
  );
}
