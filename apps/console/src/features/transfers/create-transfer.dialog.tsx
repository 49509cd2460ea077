import { type CreateTransfer, newIdempotencyKey } from '@florin/client';
import { Checkbox, Fieldset, Text, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useAccountScope } from '../../api/account-scope.js';
import { MONEY_RESOURCES } from '../../api/money-resources.js';
import { useCan } from '../../api/permissions.js';
import { useApi, useChange } from '../../api/use-api.js';
import { AmountInput } from '../../common/amount-input.js';
import { parseAmount } from '../../common/amounts.js';
import { Dialog } from '../../common/dialog.js';
import { DialogForm } from '../../common/dialog-form.js';
import { useFormats } from '../../common/formats.js';
import { MAX_TEXT_LENGTH } from '../../common/limits.js';
import { useLinkSearch } from '../../common/links.js';
import { metadataChanges, MetadataFields, type MetadataRow } from '../../common/metadata.js';
import { ErrorState } from '../../common/states.js';
import { COMMON_TEXTS } from '../../common/texts.js';
import { useTexts } from '../../i18n/language.js';
import { TRANSFER_TEXTS } from './texts.js';

interface CreateTransferDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

export function CreateTransferDialog({ isOpen, onClose }: CreateTransferDialogProps) {
  const texts = useTexts(TRANSFER_TEXTS);
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={texts.create}>
      <CreateTransferForm onClose={onClose} />
    </Dialog>
  );
}

interface TransferFields {
  readonly destination: string;
  readonly amount: string;
  readonly reference: string;
  readonly metadata: readonly MetadataRow[];
  readonly isSettled: boolean;
}

const NO_FIELDS: TransferFields = {
  destination: '',
  amount: '',
  reference: '',
  metadata: [],
  isSettled: false,
};

function CreateTransferForm({ onClose }: { readonly onClose: () => void }) {
  const texts = useTexts(TRANSFER_TEXTS);
  const balance = useApi(['balance'], (florin, signal) => florin.account.balance({ signal }));
  const [fields, setFields] = useState(NO_FIELDS);
  const [isAmountInvalid, setIsAmountInvalid] = useState(false);
  const creation = useTransferCreation(onClose);
  const currency = balance.data?.currency;
  const submit = (): void => {
    const amount = parseAmount(fields.amount, currency ?? '') ?? 0;
    setIsAmountInvalid(amount <= 0);
    if (amount > 0 && currency !== undefined) creation.mutate({ fields, amount, currency });
  };
  return (
    <DialogForm
      action={texts.create}
      onSubmit={submit}
      onClose={onClose}
      isPending={creation.isPending}
      isDisabled={currency === undefined}
      error={creation.error}
    >
      {balance.isError && <ErrorState error={balance.error} onRetry={balance.refetch} />}
      <Fields
        fields={fields}
        onChange={(changes) => {
          setFields({ ...fields, ...changes });
          if (changes.amount !== undefined) setIsAmountInvalid(false);
        }}
        currency={currency ?? ''}
        available={balance.data?.available}
        amountError={isAmountInvalid && texts.amountInvalid}
      />
    </DialogForm>
  );
}

function useTransferCreation(onClose: () => void) {
  const texts = useTexts(TRANSFER_TEXTS);
  const navigate = useNavigate();
  const search = useLinkSearch();
  const { accountId = '' } = useAccountScope();
  const [idempotencyKey] = useState(newIdempotencyKey);
  return useChange(
    (florin, { fields, amount, currency }: { fields: TransferFields; amount: number; currency: string }) => {
      const { destination, metadata, isSettled } = fields;
      const reference = fields.reference.trim();
      const body: CreateTransfer = {
        from_account_id: accountId,
        to_account_id: destination.trim(),
        amount,
        currency,
        ...(reference !== '' && { reference }),
        ...(metadata.length > 0 && { metadata: metadataChanges({}, metadata) }),
        ...(isSettled && { settle: true }),
      };
      return florin.transfers.create(body, { idempotencyKey });
    },
    {
      changes: MONEY_RESOURCES,
      done: texts.createdToast,
      isErrorShown: true,
      onDone: ({ id }) => {
        onClose();
        void navigate({ to: '/transfers/$transferId', params: { transferId: id }, search });
      },
    },
  );
}

interface FieldsProps {
  readonly fields: TransferFields;
  readonly onChange: (changes: Partial<TransferFields>) => void;
  readonly currency: string;
  readonly available: number | undefined;
  readonly amountError: string | false;
}

function Fields({ fields, onChange, currency, available, amountError }: FieldsProps) {
  const texts = useTexts(TRANSFER_TEXTS);
  const common = useTexts(COMMON_TEXTS);
  const formats = useFormats();
  const can = useCan();
  return (
    <>
      <TextInput
        label={texts.destination}
        description={texts.destinationHint}
        value={fields.destination}
        onChange={(event) => {
          onChange({ destination: event.currentTarget.value });
        }}
        autoComplete="off"
        spellCheck={false}
        required
        data-autofocus
      />
      <AmountInput
        label={common.amount}
        currency={currency}
        value={fields.amount}
        onChange={(amount) => {
          onChange({ amount });
        }}
        {...(available !== undefined && { description: texts.available(formats.money(available, currency)) })}
        error={amountError}
        required
      />
      <TextInput
        label={common.reference}
        description={texts.referenceHint}
        value={fields.reference}
        onChange={({ currentTarget: { value } }) => {
          onChange({ reference: value });
        }}
        maxLength={MAX_TEXT_LENGTH}
        autoComplete="off"
      />
      <MetadataOfTransfer
        rows={fields.metadata}
        onChange={(metadata) => {
          onChange({ metadata });
        }}
      />
      {can('transfers.settle') && (
        <SettleNow
          isChecked={fields.isSettled}
          onChange={(isSettled) => {
            onChange({ isSettled });
          }}
        />
      )}
    </>
  );
}

interface SettleNowProps {
  readonly isChecked: boolean;
  readonly onChange: (isChecked: boolean) => void;
}

function SettleNow({ isChecked, onChange }: SettleNowProps) {
  const texts = useTexts(TRANSFER_TEXTS);
  return (
    <Checkbox
      label={texts.settleNow}
      description={texts.settleNowHint}
      checked={isChecked}
      onChange={(event) => {
        onChange(event.currentTarget.checked);
      }}
    />
  );
}

interface MetadataOfTransferProps {
  readonly rows: readonly MetadataRow[];
  readonly onChange: (rows: readonly MetadataRow[]) => void;
}

function MetadataOfTransfer({ rows, onChange }: MetadataOfTransferProps) {
  const texts = useTexts(TRANSFER_TEXTS);
  const common = useTexts(COMMON_TEXTS);
  return (
    <Fieldset legend={common.metadata} p="sm">
      <Text size="xs" c="dimmed" mb="xs">
        {texts.metadataHint}
      </Text>
      <MetadataFields rows={rows} onChange={onChange} />
    </Fieldset>
  );
}
