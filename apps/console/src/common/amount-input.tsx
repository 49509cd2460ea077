import { Text, TextInput, type TextInputProps } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useLanguage, useTexts } from '../i18n/language.js';
import { COMMON_TEXTS } from './texts.js';
import { decimalOf, exampleAmount, NO_AMOUNT, typedAmount } from './typed-amount.js';

interface AmountInputProps extends Pick<TextInputProps, 'size'> {
  readonly label: string;
  readonly currency: string;
  /** A decimal text with a point, or NO_AMOUNT; parseAmount reads both. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error?: ReactNode;
  readonly description?: string;
  readonly required?: boolean;
  /** In a dialog, this field gets the focus. */
  readonly 'data-autofocus'?: boolean;
}

/** Takes an amount in the separators of the user's locale, and keeps the text as it was typed. */
export function AmountInput({ currency, value, onChange, error, ...props }: AmountInputProps) {
  const { locale } = useLanguage();
  const { amountSuchAs } = useTexts(COMMON_TEXTS);
  const [typed, setTyped] = useState({ text: typedAmount(value, locale), value, locale });
  const [isLeft, setLeft] = useState(false);
  const isTyped = typed.value === value && typed.locale === locale;
  const text = isTyped ? typed.text : typedAmount(value, locale);
  const isWrong = decimalOf(text, locale, currency) === NO_AMOUNT;
  const isProblemShown = isLeft || (error !== undefined && error !== false);
  return (
    <TextInput
      {...props}
      value={text}
      onChange={(event) => {
        const next = event.currentTarget.value;
        const decimal = decimalOf(next, locale, currency);
        setTyped({ text: next, value: decimal, locale });
        onChange(decimal);
      }}
      onBlur={() => {
        setLeft(true);
      }}
      error={isWrong && isProblemShown ? amountSuchAs(exampleAmount(locale, currency)) : error}
      inputMode="decimal"
      autoComplete="off"
      rightSection={
        <Text size={props.size === 'xs' ? 'xs' : 'sm'} c="dimmed">
          {currency}
        </Text>
      }
      rightSectionWidth={props.size === 'xs' ? 40 : 52}
      rightSectionPointerEvents="none"
    />
  );
}
