import { newIdempotencyKey } from '@florin/client';
import { Skeleton } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { useAccount } from '../../api/use-account.js';
import { useAccountScope } from '../../api/account-scope.js';
import { useChange } from '../../api/use-api.js';
import { useLinkSearch } from '../../common/links.js';
import { NeedsAccount } from '../../common/needs-account.js';
import { Needs } from '../../common/needs.js';
import { Page } from '../../common/page.js';
import { ErrorState } from '../../common/states.js';
import { useTexts } from '../../i18n/language.js';
import { type PaymentForm, paymentBody } from './payment-form.js';
import { PAYMENT_FORM_TEXTS } from './payment-form.texts.js';
import { PaymentFormFields } from './payment-form.fields.js';
import { PAYMENT_TEXTS } from './texts.js';

export function NewPaymentPage() {
  const { create } = useTexts(PAYMENT_TEXTS);
  return (
    <NeedsAccount title={create}>
      <Needs operation="payments.create">
        <Page title={create}>
          <NewPayment />
        </Page>
      </Needs>
    </NeedsAccount>
  );
}

type Body = ReturnType<typeof paymentBody>;

function NewPayment() {
  const texts = useTexts(PAYMENT_FORM_TEXTS);
  const { accountId = '' } = useAccountScope();
  const account = useAccount();
  const navigate = useNavigate();
  const linkSearch = useLinkSearch();
  const [idempotencyKey] = useState(newIdempotencyKey);
  const sent = useRef<{ form: PaymentForm; body: Body }>(undefined);
  const create = useChange((florin, body: Body) => florin.payments.create(body, { idempotencyKey }), {
    changes: ['payments', 'events'],
    done: texts.created,
    isErrorShown: true,
    onDone: ({ id }) => {
      const to: string = `/payments/${id}`;
      void navigate({ to, search: linkSearch });
    },
  });
  if (account.isLoadingError) return <ErrorState error={account.error} onRetry={account.refetch} />;
  if (account.data === undefined) return <Skeleton height={480} radius="md" />;
  const { currency } = account.data.settings;
  return (
    <PaymentFormFields
      currency={currency}
      isPending={create.isPending}
      error={create.error}
      onSubmit={(form) => {
        // A repeated request must be the same, also the time at which the payment expires.
        const isRepeated = sent.current?.form === form;
        if (!isRepeated)
          sent.current = { form, body: paymentBody(form, { accountId, currency }, new Date()) };
        if (sent.current) create.mutate(sent.current.body);
      }}
    />
  );
}
