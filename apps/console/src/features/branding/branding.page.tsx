import type { Account } from '@florin/client';
import { Loader, SimpleGrid } from '@mantine/core';
import { useState } from 'react';
import { useCan } from '../../api/permissions.js';
import { useAccount } from '../../api/use-account.js';
import { DetailList } from '../../common/detail-list.js';
import { NeedsAccount } from '../../common/needs-account.js';
import { Page } from '../../common/page.js';
import { Section } from '../../common/section.js';
import { ErrorState } from '../../common/states.js';
import { useTexts } from '../../i18n/language.js';
import { type BrandingFields, fieldsOf, logoOf } from './branding-changes.js';
import { BrandingForm } from './branding.form.js';
import { PaymentPagePreview } from './payment-page-preview.js';
import { BRANDING_TEXTS } from './texts.js';

export function BrandingPage() {
  const texts = useTexts(BRANDING_TEXTS);
  return (
    <NeedsAccount title={texts.title}>
      <Page title={texts.title} description={texts.description}>
        <Loaded />
      </Page>
    </NeedsAccount>
  );
}

function Loaded() {
  const { data: account, isLoadingError, error, refetch } = useAccount();
  if (isLoadingError) return <ErrorState error={error} onRetry={refetch} />;
  if (account === undefined) return <Loader />;
  return <Branding key={account.id} account={account} />;
}

function Branding({ account }: { readonly account: Account }) {
  const texts = useTexts(BRANDING_TEXTS);
  const { branding, currency } = account.settings;
  const [edits, setEdits] = useState<Partial<BrandingFields>>({});
  const fields = { ...fieldsOf(branding), ...edits };
  const canChange = useCan()('account.update') && account.status !== 'closed';
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} style={{ alignItems: 'start' }}>
      <Section title={texts.look}>
        {canChange ? (
          <BrandingForm
            branding={branding}
            fields={fields}
            onChange={(change) => {
              setEdits({ ...edits, ...change });
            }}
            onSaved={() => {
              setEdits({});
            }}
          />
        ) : (
          <DetailList
            details={[
              { label: texts.color, value: branding.color ?? texts.notSet },
              { label: texts.supportEmail, value: branding.support_email ?? texts.notSet },
              { label: texts.website, value: branding.website ?? texts.notSet },
              { label: texts.logo, value: branding.logo_url === null ? texts.notSet : texts.isSet },
            ]}
          />
        )}
      </Section>
      <PaymentPagePreview
        name={account.name}
        currency={currency}
        color={fields.color}
        supportEmail={fields.support_email}
        website={fields.website}
        logo={logoOf(branding, fields)}
      />
    </SimpleGrid>
  );
}
