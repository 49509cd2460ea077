import { Container } from '@mantine/core';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { ErrorState } from './states.js';

/** A page that failed to load or to render. */
export function ErrorPage({ error, reset }: ErrorComponentProps) {
  return (
    <Container size="xs" pt="xl">
      <ErrorState error={error} onRetry={reset} />
    </Container>
  );
}
