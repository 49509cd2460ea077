import { newIdempotencyKey } from '@florin/client';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '@florin/identity';
import { Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useChange } from '../../api/use-api.js';
import { Dialog } from '../../common/dialog.js';
import { DialogForm } from '../../common/dialog-form.js';
import { MAX_TEXT_LENGTH, MAX_USERNAME_LENGTH } from '../../common/limits.js';
import { orNull } from '../../common/or-null.js';
import { PasswordInput } from '../../common/password-input.js';
import { COMMON_TEXTS } from '../../common/texts.js';
import { useTexts } from '../../i18n/language.js';
import { TEAM_TEXTS } from './texts.js';

interface CreateUserDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly hint: string;
}

/** A user that an owner creates becomes a member of the account. */
export function CreateUserDialog({ isOpen, onClose, title, hint }: CreateUserDialogProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={title}>
      <CreateUserForm onClose={onClose} title={title} hint={hint} />
    </Dialog>
  );
}

const EMPTY_FORM = { email: '', name: '', username: '', password: '' };
type UserForm = typeof EMPTY_FORM;

function CreateUserForm({ onClose, title, hint }: Omit<CreateUserDialogProps, 'isOpen'>) {
  const texts = useTexts(TEAM_TEXTS);
  const [idempotencyKey] = useState(newIdempotencyKey);
  const [form, setForm] = useState(EMPTY_FORM);
  const create = useChange(
    (florin, { email, password, name, username }: UserForm) =>
      florin.users.create(
        { email: email.trim(), password, name: orNull(name), username: orNull(username) },
        { idempotencyKey },
      ),
    {
      changes: ['users'],
      done: ({ email }) => texts.added(email),
      onDone: onClose,
      isErrorShown: true,
      isOfService: true,
    },
  );
  return (
    <DialogForm
      action={title}
      onSubmit={() => {
        create.mutate(form);
      }}
      onClose={onClose}
      isPending={create.isPending}
      error={create.error}
    >
      <Text size="sm" c="dimmed">
        {hint}
      </Text>
      <UserFields form={form} onChange={setForm} />
    </DialogForm>
  );
}

interface UserFieldsProps {
  readonly form: UserForm;
  readonly onChange: (form: UserForm) => void;
}

function UserFields({ form, onChange }: UserFieldsProps) {
  const texts = useTexts(TEAM_TEXTS);
  const common = useTexts(COMMON_TEXTS);
  const field = (name: keyof UserForm) => ({
    value: form[name],
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) => {
      onChange({ ...form, [name]: value });
    },
  });
  return (
    <>
      <TextInput
        label={common.email}
        type="email"
        required
        autoComplete="off"
        data-autofocus
        {...field('email')}
      />
      <TextInput label={common.name} maxLength={MAX_TEXT_LENGTH} autoComplete="off" {...field('name')} />
      <TextInput
        label={texts.username}
        description={texts.usernameHint}
        maxLength={MAX_USERNAME_LENGTH}
        autoComplete="off"
        {...field('username')}
      />
      <PasswordInput
        label={texts.password}
        description={texts.passwordHint(MIN_PASSWORD_LENGTH, MAX_PASSWORD_LENGTH)}
        required
        autoComplete="new-password"
        {...field('password')}
      />
    </>
  );
}
