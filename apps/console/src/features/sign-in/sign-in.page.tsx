import { Alert, Anchor, Button, Center, Group, Paper, Stack, Text, TextInput, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { Florin } from '@florin/client';
import { type ReactNode, useState } from 'react';
import { FormError } from '../../common/form-error.js';
import { PasswordInput } from '../../common/password-input.js';
import { Redirect } from '../../common/redirect.js';
import { useTexts } from '../../i18n/language.js';
import { LanguageMenu, ThemeToggle } from '../../layout/theme-and-language.js';
import { apiUrl } from '../../session/addresses.js';
import { useSession } from '../../session/session.js';
import { SIGN_IN_TEXTS } from './texts.js';

export function SignInPage() {
  const { signedIn } = useSession();
  const { next } = useSearch({ from: '/sign-in' });
  const [isReset, setIsReset] = useState(false);
  const texts = useTexts(SIGN_IN_TEXTS);
  useDocumentTitle(`${isReset ? texts.resetTitle : texts.title} · Florin`);
  // Only paths of the console: another site's address must not be opened.
  if (signedIn) return <Redirect to={next?.startsWith('/') && !next.startsWith('//') ? next : '/'} />;
  return (
    <Center mih="100vh" p="md" component="main">
      <Stack w={380} maw="100%">
        <Group justify="space-between">
          <Text fw={700} size="xl">
            Florin
          </Text>
          <Group gap={4}>
            <ThemeToggle />
            <LanguageMenu />
          </Group>
        </Group>
        {isReset ? (
          <ResetForm
            onBack={() => {
              setIsReset(false);
            }}
          />
        ) : (
          <SignInForm
            onForgot={() => {
              setIsReset(true);
            }}
          />
        )}
      </Stack>
    </Center>
  );
}

function SignInForm({ onForgot }: { readonly onForgot: () => void }) {
  const texts = useTexts(SIGN_IN_TEXTS);
  const { signIn } = useSession();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const attempt = useMutation({ mutationFn: () => signIn({ email, password }) });
  return (
    <FormCard
      title={texts.title}
      error={attempt.error}
      onSubmit={() => {
        attempt.mutate();
      }}
    >
      <TextInput
        label={texts.login}
        value={email}
        onChange={(event) => {
          setEmail(event.currentTarget.value);
        }}
        autoComplete="username"
        required
        autoFocus
      />
      <PasswordInput
        label={texts.password}
        value={password}
        onChange={(event) => {
          setPassword(event.currentTarget.value);
        }}
        autoComplete="current-password"
        required
      />
      <Button type="submit" loading={attempt.isPending}>
        {texts.submit}
      </Button>
      <Anchor component="button" type="button" size="sm" onClick={onForgot}>
        {texts.forgot}
      </Anchor>
    </FormCard>
  );
}

function ResetForm({ onBack }: { readonly onBack: () => void }) {
  const texts = useTexts(SIGN_IN_TEXTS);
  const [email, setEmail] = useState('');
  const request = useMutation({
    mutationFn: () => new Florin({ baseUrl: apiUrl }).requestPasswordReset({ email }),
  });
  return (
    <FormCard
      title={texts.resetTitle}
      error={request.error}
      onSubmit={() => {
        request.mutate();
      }}
    >
      <Text size="sm">{texts.resetText}</Text>
      <TextInput
        label={texts.login}
        value={email}
        onChange={(event) => {
          setEmail(event.currentTarget.value);
        }}
        autoComplete="username"
        required
        autoFocus
      />
      {request.isSuccess ? (
        <Alert color="teal" role="status">
          {texts.resetSent}
        </Alert>
      ) : (
        <Button type="submit" loading={request.isPending}>
          {texts.resetSubmit}
        </Button>
      )}
      <Anchor component="button" type="button" size="sm" onClick={onBack}>
        {texts.backToSignIn}
      </Anchor>
    </FormCard>
  );
}

interface FormCardProps {
  readonly title: string;
  readonly error: unknown;
  readonly onSubmit: () => void;
  readonly children: ReactNode;
}

function FormCard({ title, error, onSubmit, children }: FormCardProps) {
  return (
    <Paper
      withBorder
      p="lg"
      radius="md"
      component="form"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <Stack>
        <Title order={1} size="h3">
          {title}
        </Title>
        <FormError error={error} />
        {children}
      </Stack>
    </Paper>
  );
}
