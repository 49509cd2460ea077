import type { OperationName } from '@florin/identity';
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useCan } from '../api/permissions.js';
import { useTexts } from '../i18n/language.js';
import { LAYOUT_TEXTS } from '../layout/texts.js';
import { LinkTo } from './links.js';
import { Page } from './page.js';
import { COMMON_TEXTS } from './texts.js';

interface NeedsProps {
  readonly operation: OperationName;
  readonly children: ReactNode;
}

/** For pages that the navigation does not offer to every role, but whose address anyone can open. */
export function Needs({ operation, children }: NeedsProps) {
  return useCan()(operation) ? children : <NoAccess />;
}

function NoAccess() {
  const { noAccess, noAccessHint } = useTexts(COMMON_TEXTS);
  const { home } = useTexts(LAYOUT_TEXTS);
  return (
    <Page title={noAccess}>
      <Text c="dimmed">
        {noAccessHint}{' '}
        <LinkTo to="/" underline="always">
          {home}
        </LinkTo>
      </Text>
    </Page>
  );
}
