import { SegmentedControl } from '@mantine/core';
import { AmountInput } from '../../common/amount-input.js';
import { Section } from '../../common/section.js';
import { COMMON_TEXTS } from '../../common/texts.js';
import { useTexts } from '../../i18n/language.js';
import { LineItemFields } from './line-item.fields.js';
import { type PartProps, sumOf } from './payment-form.js';
import { PAYMENT_FORM_TEXTS } from './payment-form.texts.js';

export function PricingFields({ form, problems, set, currency }: PartProps & { readonly currency: string }) {
  const texts = useTexts(PAYMENT_FORM_TEXTS);
  const { amount } = useTexts(COMMON_TEXTS);
  return (
    <Section title={texts.pricing}>
      <SegmentedControl
        aria-label={texts.pricing}
        value={form.pricing}
        data={[
          { value: 'amount', label: texts.oneAmount },
          { value: 'items', label: texts.items },
        ]}
        onChange={(pricing) => {
          set({ pricing });
        }}
      />
      {form.pricing === 'items' ? (
        <LineItemFields
          items={form.items}
          currency={currency}
          sum={sumOf(form, currency)}
          isSumWrong={problems.amount === true}
          problems={problems.items}
          onChange={(items) => {
            set({ items });
          }}
        />
      ) : (
        <AmountInput
          label={amount}
          currency={currency}
          value={form.amount}
          required
          error={problems.amount && texts.problems.amount}
          onChange={(text) => {
            set({ amount: text });
          }}
        />
      )}
    </Section>
  );
}
