import { Group, SegmentedControl, Stack } from '@mantine/core';
import { type CSSProperties, useState } from 'react';
import { useFormats } from '../../common/formats.js';
import { Section } from '../../common/section.js';
import { useTexts } from '../../i18n/language.js';
import { initialsOf } from './initials.js';
import styles from './payment-page-preview.module.css';
import { BRANDING_TEXTS } from './texts.js';

interface PaymentPagePreviewProps {
  readonly name: string;
  readonly currency: string;
  readonly color: string;
  readonly supportEmail: string;
  readonly website: string;
  readonly logo: string | undefined;
}

const EXAMPLE_AMOUNT = 7500;

/** What customers see, drawn from what is typed. The page itself cannot be shown in a frame. */
export function PaymentPagePreview(props: PaymentPagePreviewProps) {
  const texts = useTexts(BRANDING_TEXTS);
  const [scheme, setScheme] = useState<'light' | 'dark'>('light');
  return (
    <Section
      title={texts.preview}
      actions={
        <SegmentedControl
          size="xs"
          aria-label={texts.colorScheme}
          value={scheme}
          onChange={setScheme}
          data={[
            { value: 'light', label: texts.light },
            { value: 'dark', label: texts.dark },
          ]}
        />
      }
    >
      <div className={`${styles.ground ?? ''} ${styles[scheme] ?? ''}`} style={brandOf(props.color)}>
        <Sheet {...props} />
      </div>
    </Section>
  );
}

/** As payment pages: a color of the brand has white text; without one, the pages have their own. */
const brandOf = (color: string): CSSProperties =>
  /^#[0-9a-f]{6}$/i.test(color) ? ({ '--brand': color, '--on-brand': '#fff' } as CSSProperties) : {};

function Sheet({ name, currency, supportEmail, website, logo }: PaymentPagePreviewProps) {
  const texts = useTexts(BRANDING_TEXTS);
  const { money } = useFormats();
  const amount = money(EXAMPLE_AMOUNT, currency);
  return (
    <div className={styles.sheet}>
      <Group gap="sm" wrap="nowrap">
        {logo === undefined ? (
          <span className={styles.initials} aria-hidden="true">
            {initialsOf(name)}
          </span>
        ) : (
          <img className={styles.logo} src={logo} alt="" />
        )}
        <div>
          <div className={styles.soft}>{texts.payTo}</div>
          <div className={styles.name}>{name}</div>
        </div>
      </Group>
      <div className={styles.amount}>{amount}</div>
      <CardFields />
      <div className={styles.pay}>{texts.pay(amount)}</div>
      <Contact supportEmail={supportEmail} website={website} />
    </div>
  );
}

function CardFields() {
  const texts = useTexts(BRANDING_TEXTS);
  return (
    <Stack gap="xs" className={styles.fields ?? ''}>
      <Field label={texts.cardNumber} />
      <Group grow gap="sm" align="flex-end">
        <Field label={texts.expiryDate} />
        <Field label={texts.securityCode} />
      </Group>
    </Stack>
  );
}

function Field({ label }: { readonly label: string }) {
  return (
    <div>
      <div className={styles.label}>{label}</div>
      <div className={styles.input} />
    </div>
  );
}

function Contact({ supportEmail, website }: Pick<PaymentPagePreviewProps, 'supportEmail' | 'website'>) {
  const texts = useTexts(BRANDING_TEXTS);
  const host = URL.canParse(website) ? new URL(website).host : website;
  if (supportEmail === '' && host === '') return null;
  return (
    <div className={styles.contact}>
      {texts.questions}
      {supportEmail !== '' && <u>{supportEmail}</u>}
      {host !== '' && <u>{host}</u>}
    </div>
  );
}
