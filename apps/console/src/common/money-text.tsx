import { Text, type TextProps } from '@mantine/core';
import { useFormats } from './formats.js';

interface MoneyTextProps extends TextProps {
  readonly amount: number;
  readonly currency: string;
  /** Money in and money out must not look alike: with a plus too. */
  readonly isSigned?: boolean;
}

export function MoneyText({ amount, currency, isSigned = false, ...props }: MoneyTextProps) {
  const text = useFormats().money(amount, currency);
  return (
    <Text span inherit style={{ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }} {...props}>
      {isSigned ? `${amount > 0 ? '+' : ''}${text.replace('-', '−')}` : text}
    </Text>
  );
}
