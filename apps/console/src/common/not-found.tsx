import { Text } from '@mantine/core';
import { useTexts } from '../i18n/language.js';
import { LAYOUT_TEXTS } from '../layout/texts.js';
import { LinkTo } from './links.js';
import { Page } from './page.js';
import { COMMON_TEXTS } from './texts.js';

export function NotFoundPage() {
  const { notFound } = useTexts(COMMON_TEXTS);
  const { home } = useTexts(LAYOUT_TEXTS);
  return (
    <Page title={notFound}>
      <Text>
        <LinkTo to="/">{home}</LinkTo>
      </Text>
    </Page>
  );
}
