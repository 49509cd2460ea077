import type { UpdateUser, User } from '@florin/client';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '@florin/identity';
import { Button, Group, Loader, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useApi, useChange } from '../../api/use-api.js';
import { FormError } from '../../common/form-error.js';
import { MAX_TEXT_LENGTH, MAX_USERNAME_LENGTH } from '../../common/limits.js';
import { orNull } from '../../common/or-null.js';
import { PasswordInput } from '../../common/password-input.js';
import { Section } from '../../common/section.js';
import { ErrorState } from '../../common/states.js';
import { COMMON_TEXTS } from '../../common/texts.js';
import { useTexts } from '../../i18n/language.js';
import { useSignedIn } from '../../session/session.js';
import { SETTINGS_TEXTS } from './texts.js';

/** Of the signed-in user, also while an admin acts for an account. */
export function Profile() {
  const { user } = useSignedIn();
  const query = useApi(['users', user.id], (florin) => florin.users.get(user.id), { isOfService: true });
  if (query.isLoadingError) return <ErrorState error={query.error} onRetry={query.refetch} />;
  if (query.data === undefined) return <Loader />;
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} style={{ alignItems: 'start' }}>
      <ProfileForm user={query.data} />
      <PasswordForm userId={user.id} email={query.data.email} />
    </SimpleGrid>
  );
}

function useUpdate(userId: string, done: string) {
  return useChange((florin, body: UpdateUser) => florin.users.update(userId, body), {
    changes: ['users', 'sessions'],
    done,
    isErrorShown: true,
    isOfService: true,
  });
}

function ProfileForm({ user }: { readonly user: User }) {
  const texts = useTexts(SETTINGS_TEXTS);
  const common = useTexts(COMMON_TEXTS);
  const [edits, setEdits] = useState<{ name?: string; username?: string }>({});
  const save = useUpdate(user.id, common.saved);
  const { name = user.name ?? '', username = user.username ?? '' } = edits;
  const isChanged = name !== (user.name ?? '') || username !== (user.username ?? '');
  return (
    <Section title={texts.profile}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate(
            { name: orNull(name), username: orNull(username) },
            {
              onSuccess: () => {
                setEdits({});
              },
            },
          );
        }}
      >
        <Stack>
          <FormError error={save.error} />
          <Text size="sm" c="dimmed">
            {texts.signedInAs(user.email)}
          </Text>
          <TextInput
            label={texts.yourName}
            value={name}
            maxLength={MAX_TEXT_LENGTH}
            autoComplete="name"
            onChange={(event) => {
              setEdits({ ...edits, name: event.currentTarget.value });
            }}
          />
          <TextInput
            label={texts.username}
            description={texts.usernameHint}
            value={username}
            maxLength={MAX_USERNAME_LENGTH}
            autoComplete="username"
            onChange={(event) => {
              setEdits({ ...edits, username: event.currentTarget.value });
            }}
          />
          <Group justify="flex-end">
            <Button type="submit" loading={save.isPending} disabled={!isChanged}>
              {texts.saveProfile}
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  );
}

interface PasswordFormProps {
  readonly userId: string;
  readonly email: string;
}

const NO_PASSWORDS = { current: '', next: '' };

function PasswordForm({ userId, email }: PasswordFormProps) {
  const texts = useTexts(SETTINGS_TEXTS);
  const [passwords, setPasswords] = useState(NO_PASSWORDS);
  const save = useUpdate(userId, texts.passwordChanged);
  return (
    <Section title={texts.password}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate(
            { password: passwords.next, current_password: passwords.current },
            {
              onSuccess: () => {
                setPasswords(NO_PASSWORDS);
              },
            },
          );
        }}
      >
        <Stack>
          <FormError error={save.error} />
          {/* Password managers store the new password for this user. */}
          <input type="text" hidden readOnly value={email} autoComplete="username" />
          <PasswordInput
            label={texts.currentPassword}
            value={passwords.current}
            autoComplete="current-password"
            onChange={(event) => {
              setPasswords({ ...passwords, current: event.currentTarget.value });
            }}
            required
          />
          <PasswordInput
            label={texts.newPassword}
            description={texts.newPasswordHint(MIN_PASSWORD_LENGTH)}
            value={passwords.next}
            autoComplete="new-password"
            minLength={MIN_PASSWORD_LENGTH}
            maxLength={MAX_PASSWORD_LENGTH}
            onChange={(event) => {
              setPasswords({ ...passwords, next: event.currentTarget.value });
            }}
            required
          />
          <Group justify="flex-end">
            <Button type="submit" loading={save.isPending}>
              {texts.changePassword}
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  );
}
