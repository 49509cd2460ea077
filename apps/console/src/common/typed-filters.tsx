import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { AmountInput } from './amount-input.js';
import { NO_AMOUNT } from './typed-amount.js';

const TYPING_MS = 300;

interface TypedFilterProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

export function TextFilter({
  label,
  placeholder,
  value,
  onChange,
}: TypedFilterProps & { placeholder: string }) {
  const [text, setText] = useTyped(value, onChange);
  return (
    <TextInput
      label={label}
      placeholder={placeholder}
      size="xs"
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value);
      }}
    />
  );
}

export function AmountFilter({ label, currency, value, onChange }: TypedFilterProps & { currency: string }) {
  const [text, setText] = useTyped(value, (next) => {
    if (next !== NO_AMOUNT) onChange(next);
  });
  return (
    <AmountInput
      label={label}
      currency={currency}
      size="xs"
      value={text}
      onChange={setText}
      error={text === NO_AMOUNT}
    />
  );
}

/** The text of a field, which changes the filter when the user pauses. */
function useTyped(
  value: string,
  onChange: (value: string) => void,
): readonly [string, (text: string) => void] {
  const [text, setText] = useState(value);
  const changeLater = useDebouncedCallback(onChange, TYPING_MS);
  useEffect(() => {
    // A space at the end may be followed by more.
    setText((typed) => (typed.trim() === value ? typed : value));
  }, [value]);
  return [
    text,
    (next) => {
      setText(next);
      changeLater(next.trim());
    },
  ];
}
