import { Center, Container, Loader } from '@mantine/core';
import { useLocation } from '@tanstack/react-router';
import { Redirect } from '../common/redirect.js';
import { ErrorState } from '../common/states.js';
import { useTexts } from '../i18n/language.js';
import { useSession } from '../session/session.js';
import { AppLayout } from './app-layout.js';
import { LAYOUT_TEXTS } from './texts.js';

/** Looks the session up first; without one, leads to the sign-in and back afterwards. */
export function SignedInLayout() {
  const texts = useTexts(LAYOUT_TEXTS);
  const { signedIn, error, reload } = useSession();
  const { href } = useLocation();
  if (error !== undefined)
    return (
      <Container size="xs" pt={120}>
        <ErrorState error={error} onRetry={reload} />
      </Container>
    );
  if (signedIn === undefined)
    return (
      <Center h="100vh">
        <Loader aria-label={texts.loading} />
      </Center>
    );
  if (signedIn === null)
    return <Redirect to={href === '/' ? '/sign-in' : `/sign-in?next=${encodeURIComponent(href)}`} />;
  return <AppLayout />;
}
