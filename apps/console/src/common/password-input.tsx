import { PasswordInput as MantinePasswordInput, type PasswordInputProps } from '@mantine/core';
import { useTexts } from '../i18n/language.js';
import { COMMON_TEXTS } from './texts.js';

/** The button that shows what is typed has a name in the user's language. */
export function PasswordInput(props: PasswordInputProps) {
  const { showCharacters } = useTexts(COMMON_TEXTS);
  return <MantinePasswordInput {...props} visibilityToggleButtonProps={{ 'aria-label': showCharacters }} />;
}
