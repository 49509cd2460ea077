import { Checkbox, Fieldset, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { TRANSACTION_TYPES } from '@florin/ledger';
import { useId } from 'react';
import { useCan } from '../../api/permissions.js';
import { AmountInput } from '../../common/amount-input.js';
import { MAX_TEXT_LENGTH } from '../../common/limits.js';
import { MetadataFields } from '../../common/metadata.js';
import { COMMON_TEXTS } from '../../common/texts.js';
import { useTexts } from '../../i18n/language.js';
import { TRANSACTION_TEXTS } from './texts.js';
import type { TransactionDraft } from './transaction-draft.js';

interface TransactionFieldsProps {
  readonly draft: TransactionDraft;
  readonly currency: string;
  /** Of a given payment: its type and payment are fixed. */
  readonly isRefund: boolean;
  readonly isAmountMissing: boolean;
  readonly onChange: (changes: Partial<TransactionDraft>) => void;
}

export function TransactionFields(props: TransactionFieldsProps) {
  const { draft, currency, isRefund, isAmountMissing, onChange } = props;
  const texts = useTexts(TRANSACTION_TEXTS);
  const common = useTexts(COMMON_TEXTS);
  const can = useCan();
  return (
    <>
      {!isRefund && <TypeField draft={draft} onChange={onChange} />}
      <AmountInput
        label={common.amount}
        currency={currency}
        value={draft.amount}
        required
        data-autofocus
        error={isAmountMissing && texts.amountMissing}
        onChange={(amount) => {
          onChange({ amount });
        }}
      />
      <TextInput
        label={common.reference}
        description={texts.referenceHint}
        value={draft.reference}
        maxLength={MAX_TEXT_LENGTH}
        onChange={(event) => {
          onChange({ reference: event.currentTarget.value });
        }}
      />
      {draft.type === 'refund' && !isRefund && (
        <TextInput
          label={texts.refundOf}
          description={texts.refundOfHint}
          placeholder="txn_…"
          value={draft.refundOf}
          onChange={(event) => {
            onChange({ refundOf: event.currentTarget.value });
          }}
        />
      )}
      <Fieldset legend={common.metadata}>
        <MetadataFields
          rows={draft.metadata}
          onChange={(metadata) => {
            onChange({ metadata });
          }}
        />
      </Fieldset>
      {can('transactions.settle') && (
        <Checkbox
          label={texts.settleAtOnce}
          description={texts.settleAtOnceHint}
          checked={draft.settle}
          onChange={(event) => {
            onChange({ settle: event.currentTarget.checked });
          }}
        />
      )}
    </>
  );
}

function TypeField({ draft, onChange }: Pick<TransactionFieldsProps, 'draft' | 'onChange'>) {
  const texts = useTexts(TRANSACTION_TEXTS);
  const common = useTexts(COMMON_TEXTS);
  const hintId = useId();
  return (
    <Stack gap={4}>
      <SegmentedControl
        fullWidth
        aria-label={common.type}
        aria-describedby={hintId}
        value={draft.type}
        data={TRANSACTION_TYPES.map((value) => ({ value, label: texts.types[value] }))}
        onChange={(type) => {
          onChange({ type });
        }}
      />
      <Text size="sm" c="dimmed" id={hintId}>
        {texts.typeHints[draft.type]}
      </Text>
    </Stack>
  );
}
