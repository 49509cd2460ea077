import { type CreateSubscription, newIdempotencyKey } from '@florin/client';
import { parseEmail } from '@florin/kernel';
import { INTERVALS } from '@florin/payments';
import { Fieldset, Group, Select, Text, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useAccount } from '../../api/use-account.js';
import { useChange } from '../../api/use-api.js';
import { AmountInput } from '../../common/amount-input.js';
import { parseAmount } from '../../common/amounts.js';
import { Dialog } from '../../common/dialog.js';
import { DialogForm } from '../../common/dialog-form.js';
import { MAX_TEXT_LENGTH } from '../../common/limits.js';
import { useLinkSearch } from '../../common/links.js';
import { metadataChanges, MetadataFields, type MetadataRow } from '../../common/metadata.js';
import { ErrorState } from '../../common/states.js';
import { COMMON_TEXTS } from '../../common/texts.js';
import { useTexts } from '../../i18n/language.js';
import { SUBSCRIPTION_TEXTS } from './texts.js';

interface CreateSubscriptionDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

export function CreateSubscriptionDialog({ isOpen, onClose }: CreateSubscriptionDialogProps) {
  const texts = useTexts(SUBSCRIPTION_TEXTS);
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={texts.create}>
      <CreateSubscriptionForm onClose={onClose} />
    </Dialog>
  );
}

interface Fields {
  readonly email: string;
  readonly amount: string;
  readonly interval: CreateSubscription['interval'];
  readonly reference: string;
}

const NO_FIELDS: Fields = { email: '', amount: '', interval: 'month', reference: '' };

const hasEmail = ({ email }: Fields): boolean => parseEmail(email.trim()) !== undefined;

function amountOf({ amount: text }: Fields, currency: string): number | undefined {
  const amount = parseAmount(text, currency);
  return amount === 0 ? undefined : amount;
}

function CreateSubscriptionForm({ onClose }: { readonly onClose: () => void }) {
  const texts = useTexts(SUBSCRIPTION_TEXTS);
  const common = useTexts(COMMON_TEXTS);
  const account = useAccount();
  const currency = account.data?.settings.currency ?? '';
  const [fields, setFields] = useState(NO_FIELDS);
  const [rows, setRows] = useState<readonly MetadataRow[]>([]);
  const [isSubmitted, setSubmitted] = useState(false);
  const create = useCreate(onClose);
  return (
    <DialogForm
      action={common.create}
      onSubmit={(form) => {
        setSubmitted(true);
        const amount = amountOf(fields, currency);
        if (account.data === undefined || amount === undefined || !hasEmail(fields)) return;
        // Says what is wrong with the metadata.
        if (!form.reportValidity()) return;
        const reference = fields.reference.trim();
        create.mutate({
          account_id: account.data.id,
          customer_email: fields.email.trim(),
          amount,
          currency,
          interval: fields.interval,
          ...(reference !== '' && { reference }),
          ...(rows.length > 0 && { metadata: metadataChanges({}, rows) }),
        });
      }}
      onClose={onClose}
      isPending={create.isPending}
      isDisabled={account.data === undefined}
      noValidate
      error={create.error}
    >
      {account.isError && <ErrorState error={account.error} onRetry={account.refetch} />}
      <SubscriptionFields
        currency={currency}
        fields={fields}
        onChange={setFields}
        isSubmitted={isSubmitted}
      />
      <Fieldset legend={common.metadata}>
        <MetadataFields rows={rows} onChange={setRows} />
      </Fieldset>
      <Text size="sm" c="dimmed">
        {texts.createHint}
      </Text>
    </DialogForm>
  );
}

interface SubscriptionFieldsProps {
  readonly currency: string;
  readonly fields: Fields;
  readonly onChange: (fields: Fields) => void;
  readonly isSubmitted: boolean;
}

function SubscriptionFields({ currency, fields, onChange, isSubmitted }: SubscriptionFieldsProps) {
  const texts = useTexts(SUBSCRIPTION_TEXTS);
  const common = useTexts(COMMON_TEXTS);
  return (
    <>
      <TextInput
        label={texts.customerEmail}
        type="email"
        placeholder="grace@example.com"
        value={fields.email}
        onChange={(event) => {
          onChange({ ...fields, email: event.currentTarget.value });
        }}
        error={isSubmitted && !hasEmail(fields) && texts.invalidEmail}
        required
        data-autofocus
      />
      <Group grow align="flex-start">
        <AmountInput
          label={common.amount}
          currency={currency}
          value={fields.amount}
          onChange={(amount) => {
            onChange({ ...fields, amount });
          }}
          error={isSubmitted && amountOf(fields, currency) === undefined && texts.invalidAmount}
          required
        />
        <Select
          label={texts.interval}
          data={INTERVALS.map((value) => ({ value, label: texts.intervals[value] }))}
          value={fields.interval}
          onChange={(interval) => {
            if (interval !== null) onChange({ ...fields, interval });
          }}
          allowDeselect={false}
        />
      </Group>
      <TextInput
        label={common.reference}
        value={fields.reference}
        maxLength={MAX_TEXT_LENGTH}
        onChange={(event) => {
          onChange({ ...fields, reference: event.currentTarget.value });
        }}
      />
    </>
  );
}

function useCreate(onClose: () => void) {
  const texts = useTexts(SUBSCRIPTION_TEXTS);
  const navigate = useNavigate();
  const search = useLinkSearch();
  const [idempotencyKey] = useState(newIdempotencyKey);
  return useChange(
    (florin, body: CreateSubscription) => florin.subscriptions.create(body, { idempotencyKey }),
    {
      changes: ['subscriptions', 'payments', 'events'],
      done: texts.created,
      isErrorShown: true,
      onDone: ({ id }) => {
        onClose();
        void navigate({ to: `/subscriptions/${id}`, search });
      },
    },
  );
}
