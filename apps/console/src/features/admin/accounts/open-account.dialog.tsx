import { ACCOUNT_TYPES, type AccountType, DEFAULT_SETTINGS } from '@florin/accounts';
import { newIdempotencyKey } from '@florin/client';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '@florin/identity';
import { Group, Radio, Text, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useChange } from '../../../api/use-api.js';
import { Dialog } from '../../../common/dialog.js';
import { DialogForm } from '../../../common/dialog-form.js';
import { MAX_TEXT_LENGTH } from '../../../common/limits.js';
import { PasswordInput } from '../../../common/password-input.js';
import { COMMON_TEXTS } from '../../../common/texts.js';
import { useTexts } from '../../../i18n/language.js';
import { TEAM_TEXTS } from '../../team/texts.js';
import { ACCOUNT_TEXTS } from './texts.js';

interface OpenAccountDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

export function OpenAccountDialog({ isOpen, onClose }: OpenAccountDialogProps) {
  const { open } = useTexts(ACCOUNT_TEXTS);
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={open}>
      <OpenAccountForm onClose={onClose} />
    </Dialog>
  );
}

interface AccountForm {
  readonly name: string;
  readonly email: string;
  readonly password: string;
  readonly currency: string;
  readonly type: AccountType;
}

const EMPTY_FORM: AccountForm = {
  name: '',
  email: '',
  password: '',
  currency: DEFAULT_SETTINGS.currency,
  type: 'business',
};

function OpenAccountForm({ onClose }: Omit<OpenAccountDialogProps, 'isOpen'>) {
  const texts = useTexts(ACCOUNT_TEXTS);
  const navigate = useNavigate();
  const [idempotencyKey] = useState(newIdempotencyKey);
  const [form, setForm] = useState(EMPTY_FORM);
  const open = useChange(
    (florin, { name, email, password, type, currency }: AccountForm) =>
      florin.accounts.create(
        { name: name.trim(), email: email.trim(), password, type, settings: { currency } },
        { idempotencyKey },
      ),
    {
      changes: ['accounts', 'users'],
      done: ({ name }) => texts.isOpen(name),
      onDone: ({ id }) => {
        onClose();
        void navigate({ to: '/admin/accounts/$accountId', params: { accountId: id }, search: true });
      },
      isErrorShown: true,
      isOfService: true,
    },
  );
  return (
    <DialogForm
      action={texts.open}
      onSubmit={() => {
        open.mutate(form);
      }}
      onClose={onClose}
      isPending={open.isPending}
      error={open.error}
    >
      <Text size="sm" c="dimmed">
        {texts.openHint}
      </Text>
      <AccountFields form={form} onChange={setForm} />
    </DialogForm>
  );
}

interface AccountFieldsProps {
  readonly form: AccountForm;
  readonly onChange: (form: AccountForm) => void;
}

function AccountFields({ form, onChange }: AccountFieldsProps) {
  const texts = useTexts(ACCOUNT_TEXTS);
  const common = useTexts(COMMON_TEXTS);
  const { passwordHint } = useTexts(TEAM_TEXTS);
  const field = (name: Exclude<keyof AccountForm, 'type'>) => ({
    value: form[name],
    required: true,
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) => {
      onChange({ ...form, [name]: value });
    },
  });
  return (
    <>
      <TextInput
        label={texts.accountName}
        maxLength={MAX_TEXT_LENGTH}
        autoComplete="off"
        data-autofocus
        {...field('name')}
      />
      <Radio.Group
        label={common.type}
        value={form.type}
        onChange={(value) => {
          onChange({ ...form, type: ACCOUNT_TYPES.find((type) => type === value) ?? form.type });
        }}
      >
        <Group mt={4}>
          {ACCOUNT_TYPES.map((type) => (
            <Radio key={type} value={type} label={texts.types[type]} />
          ))}
        </Group>
      </Radio.Group>
      <TextInput label={common.email} type="email" autoComplete="off" {...field('email')} />
      <PasswordInput
        label={texts.password}
        description={passwordHint(MIN_PASSWORD_LENGTH, MAX_PASSWORD_LENGTH)}
        autoComplete="new-password"
        {...field('password')}
      />
      <TextInput
        label={common.currency}
        description={texts.currencyHint}
        maxLength={3}
        autoComplete="off"
        {...field('currency')}
        onChange={(event) => {
          onChange({ ...form, currency: event.currentTarget.value.toUpperCase() });
        }}
      />
    </>
  );
}
