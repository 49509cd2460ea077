import { MAX_DESCRIPTION_LENGTH } from '@florin/payments';
import { Button, Checkbox, Group, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { FormError } from '../../common/form-error.js';
import { MAX_EMAIL_LENGTH, MAX_TEXT_LENGTH } from '../../common/limits.js';
import { LinkTo } from '../../common/links.js';
import { Section } from '../../common/section.js';
import { COMMON_TEXTS } from '../../common/texts.js';
import { useTexts } from '../../i18n/language.js';
import {
  EXPIRIES,
  type Expiry,
  NEW_PAYMENT,
  NO_PROBLEMS,
  type PaymentForm,
  type PartProps,
  problemsLeft,
  problemsOf,
} from './payment-form.js';
import { PAYMENT_FORM_TEXTS } from './payment-form.texts.js';
import { PricingFields } from './pricing.fields.js';
import { PAYMENT_TEXTS } from './texts.js';

interface PaymentFormFieldsProps {
  readonly currency: string;
  readonly isPending: boolean;
  readonly error: unknown;
  readonly onSubmit: (form: PaymentForm) => void;
}

export function PaymentFormFields({ currency, isPending, error, onSubmit }: PaymentFormFieldsProps) {
  const payments = useTexts(PAYMENT_TEXTS);
  const common = useTexts(COMMON_TEXTS);
  const element = useRef<HTMLFormElement>(null);
  const [form, setForm] = useState(NEW_PAYMENT);
  const [problems, setProblems] = useState(NO_PROBLEMS);
  const [attempts, setAttempts] = useState(0);
  useEffect(() => {
    element.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [attempts]);
  const part: PartProps = {
    form,
    problems,
    set: (change) => {
      const next = { ...form, ...change };
      setForm(next);
      setProblems(problemsLeft(problems, form, next));
    },
  };
  return (
    <form
      ref={element}
      noValidate
      style={{ maxWidth: 680 }}
      onSubmit={(event) => {
        event.preventDefault();
        const found = problemsOf(form, currency);
        setProblems(found ?? NO_PROBLEMS);
        setAttempts(attempts + 1);
        if (found === undefined) onSubmit(form);
      }}
    >
      <Stack>
        <CustomerFields {...part} />
        <PricingFields {...part} currency={currency} />
        <ShopFields {...part} />
        <FormError error={error} />
        <Group justify="flex-end">
          <Button
            variant="default"
            renderRoot={(props) => <LinkTo to="/payments" underline="never" {...props} />}
          >
            {common.cancel}
          </Button>
          <Button type="submit" loading={isPending}>
            {payments.create}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function CustomerFields({ form, problems, set }: PartProps) {
  const texts = useTexts(PAYMENT_FORM_TEXTS);
  const common = useTexts(COMMON_TEXTS);
  return (
    <Section title={common.details}>
      <TextInput
        type="email"
        label={texts.customerEmail}
        value={form.email}
        required
        maxLength={MAX_EMAIL_LENGTH}
        autoComplete="off"
        error={problems.email && texts.problems.email}
        onChange={(event) => {
          set({ email: event.currentTarget.value });
        }}
      />
      <Checkbox
        label={texts.sendEmail}
        checked={form.sendEmail}
        onChange={(event) => {
          set({ sendEmail: event.currentTarget.checked });
        }}
      />
      <TextInput
        label={texts.description}
        description={texts.descriptionHint}
        value={form.description}
        maxLength={MAX_DESCRIPTION_LENGTH}
        onChange={(event) => {
          set({ description: event.currentTarget.value });
        }}
      />
      <Group grow align="flex-start" preventGrowOverflow={false}>
        <TextInput
          label={common.reference}
          description={texts.referenceHint}
          value={form.reference}
          maxLength={MAX_TEXT_LENGTH}
          miw={200}
          onChange={(event) => {
            set({ reference: event.currentTarget.value });
          }}
        />
        <NativeSelect
          label={texts.expiry}
          description={texts.expiryHint}
          value={form.expiry}
          data={EXPIRIES.map((value) => ({ value, label: texts.expiries[value] }))}
          miw={200}
          onChange={(event) => {
            set({ expiry: event.currentTarget.value as Expiry });
          }}
        />
      </Group>
    </Section>
  );
}

function ShopFields({ form, problems, set }: PartProps) {
  const texts = useTexts(PAYMENT_FORM_TEXTS);
  return (
    <Section title={texts.returnPages}>
      {(['successUrl', 'cancelUrl'] as const).map((field) => (
        <TextInput
          key={field}
          type="url"
          label={texts[field]}
          value={form[field]}
          error={problems[field] && texts.problems.url}
          {...(field === 'successUrl' && { description: texts.urlHint })}
          placeholder="https://"
          onChange={(event) => {
            set({ [field]: event.currentTarget.value });
          }}
        />
      ))}
    </Section>
  );
}
