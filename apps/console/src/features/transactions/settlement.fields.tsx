import type { SettleTransaction } from '@florin/client';
import { Radio, Stack, TextInput } from '@mantine/core';
import { MAX_TEXT_LENGTH } from '../../common/limits.js';
import { STATUS_TEXTS } from '../../common/status-texts.js';
import { useTexts } from '../../i18n/language.js';
import { TRANSACTION_TEXTS } from './texts.js';

/** What the form of a settlement contains, of a transaction or of a transfer. */
export interface Settlement {
  readonly status: SettleTransaction['status'];
  readonly reason: string;
}

export const SUCCEEDED: Settlement = { status: 'succeeded', reason: '' };

/** The request. A reason is only sent with a failure. */
export function settlementRequest({ status, reason }: Settlement): SettleTransaction {
  const text = reason.trim();
  return { status, ...(status === 'failed' && text !== '' && { failure_reason: text }) };
}

interface SettlementFieldsProps {
  readonly settlement: Settlement;
  readonly onChange: (settlement: Settlement) => void;
}

export function SettlementFields({ settlement, onChange }: SettlementFieldsProps) {
  const texts = useTexts(TRANSACTION_TEXTS);
  const statuses = useTexts(STATUS_TEXTS);
  const { status, reason } = settlement;
  return (
    <>
      <Radio.Group
        label={texts.outcome}
        value={status}
        onChange={(chosen) => {
          onChange({ ...settlement, status: chosen === 'failed' ? 'failed' : 'succeeded' });
        }}
      >
        <Stack gap="xs" mt="xs">
          <Radio value="succeeded" label={statuses.succeeded} description={texts.succeededHint} />
          <Radio value="failed" label={statuses.failed} description={texts.failedHint} />
        </Stack>
      </Radio.Group>
      {status === 'failed' && (
        <TextInput
          label={texts.failureReason}
          value={reason}
          maxLength={MAX_TEXT_LENGTH}
          onChange={(event) => {
            onChange({ ...settlement, reason: event.currentTarget.value });
          }}
        />
      )}
    </>
  );
}
