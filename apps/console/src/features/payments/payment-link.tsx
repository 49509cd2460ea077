import { Group, Stack, Text } from '@mantine/core';
import { CopyText } from '../../common/copy-text.js';
import { Section } from '../../common/section.js';
import { WebLink } from '../../common/web-link.js';
import { useTexts } from '../../i18n/language.js';
import { QrCode } from './qr-code.js';
import { PAYMENT_TEXTS } from './texts.js';

/** For a payment that can still be paid. */
export function PaymentLink({ url }: { readonly url: string }) {
  const texts = useTexts(PAYMENT_TEXTS);
  return (
    <Section title={texts.link}>
      <Group align="flex-start" justify="space-between">
        <Stack gap="sm" flex="1 1 240px">
          <Text size="sm" c="dimmed">
            {texts.linkHint}
          </Text>
          <CopyText value={url} label={texts.link} />
          <WebLink url={url} size="sm">
            {texts.open}
          </WebLink>
        </Stack>
        <QrCode text={url} label={texts.qrCode} />
      </Group>
    </Section>
  );
}
