import { ActionIcon, Button, Group, NumberInput, Stack, Text, TextInput } from '@mantine/core';
import { MAX_ITEM_NAME_LENGTH, MAX_LINE_ITEMS, MAX_QUANTITY } from '@florin/payments';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { AmountInput } from '../../common/amount-input.js';
import { MoneyText } from '../../common/money-text.js';
import { useTexts } from '../../i18n/language.js';
import { type ItemForm, type ItemProblem, NEW_ITEM } from './payment-form.js';
import { PAYMENT_FORM_TEXTS } from './payment-form.texts.js';

interface LineItemFieldsProps {
  readonly items: readonly ItemForm[];
  readonly currency: string;
  readonly sum: number | undefined;
  readonly isSumWrong: boolean;
  readonly problems: readonly (readonly ItemProblem[])[];
  readonly onChange: (items: readonly ItemForm[]) => void;
}

export function LineItemFields(props: LineItemFieldsProps) {
  const { items, currency, sum, isSumWrong, problems, onChange } = props;
  const texts = useTexts(PAYMENT_FORM_TEXTS);
  const [isAdding, setAdding] = useState(false);
  return (
    <Stack gap="sm">
      {items.map((item, index) => (
        <ItemFields
          key={index}
          number={index + 1}
          item={item}
          hasFocus={isAdding}
          currency={currency}
          problems={problems[index] ?? []}
          onChange={(changed) => {
            onChange(items.map((other, position) => (position === index ? changed : other)));
          }}
          {...(items.length > 1 && {
            onRemove: () => {
              onChange(items.filter((_, position) => position !== index));
            },
          })}
        />
      ))}
      <Group justify="space-between">
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={14} />}
          disabled={items.length >= MAX_LINE_ITEMS}
          onClick={() => {
            setAdding(true);
            onChange([...items, NEW_ITEM]);
          }}
        >
          {texts.addItem}
        </Button>
        <Text size="sm" role="status">
          {texts.sum}: {sum === undefined ? '–' : <MoneyText amount={sum} currency={currency} fw={600} />}
        </Text>
      </Group>
      {isSumWrong && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {texts.problems.amount}
        </Text>
      )}
    </Stack>
  );
}

interface ItemFieldsProps {
  readonly number: number;
  readonly item: ItemForm;
  /** When it appears. */
  readonly hasFocus: boolean;
  readonly currency: string;
  readonly problems: readonly ItemProblem[];
  readonly onChange: (item: ItemForm) => void;
  readonly onRemove?: () => void;
}

function ItemFields(props: ItemFieldsProps) {
  const { number, item, hasFocus, currency, problems, onChange, onRemove } = props;
  const texts = useTexts(PAYMENT_FORM_TEXTS);
  const error = (field: ItemProblem) => problems.includes(field) && texts.problems[field];
  return (
    <Group role="group" aria-label={texts.itemNumber(number)} gap="xs" align="flex-start">
      <TextInput
        label={texts.itemName}
        value={item.name}
        autoFocus={hasFocus}
        maxLength={MAX_ITEM_NAME_LENGTH}
        required
        withAsterisk={false}
        flex="1 1 180px"
        error={error('name')}
        onChange={(event) => {
          onChange({ ...item, name: event.currentTarget.value });
        }}
      />
      <NumberInput
        label={texts.quantity}
        value={item.quantity}
        min={1}
        max={MAX_QUANTITY}
        allowDecimal={false}
        allowNegative={false}
        clampBehavior="none"
        required
        withAsterisk={false}
        w={84}
        error={error('quantity')}
        onChange={(quantity) => {
          onChange({ ...item, quantity: String(quantity) });
        }}
      />
      <div style={{ width: 140 }}>
        <AmountInput
          label={texts.unitAmount}
          currency={currency}
          value={item.unitAmount}
          error={error('unitAmount')}
          onChange={(unitAmount) => {
            onChange({ ...item, unitAmount });
          }}
        />
      </div>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        mt={24}
        disabled={onRemove === undefined}
        onClick={onRemove}
        aria-label={texts.removeItem(number)}
      >
        <IconTrash size={16} />
      </ActionIcon>
    </Group>
  );
}
