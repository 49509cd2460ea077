import { MAX_LOGO_BYTES } from '@florin/accounts';
import { Button, FileButton, Group, Image, Input } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '../../i18n/language.js';
import { type ChosenLogo, readLogo } from './logo.js';
import { BRANDING_TEXTS } from './texts.js';

interface LogoFieldProps {
  /** The address of the chosen or the stored logo. */
  readonly logo: string | undefined;
  /** Null removes it. */
  readonly onChange: (logo: ChosenLogo | null) => void;
}

const KIB = 1024;

export function LogoField({ logo, onChange }: LogoFieldProps) {
  const texts = useTexts(BRANDING_TEXTS);
  const [problem, setProblem] = useState<string>();
  const choose = async (file: File | null): Promise<void> => {
    if (file === null) return;
    const chosen = await readLogo(file);
    if (chosen === 'too_large') setProblem(texts.tooLarge(MAX_LOGO_BYTES / KIB));
    else if (chosen === 'not_an_image') setProblem(texts.notAnImage);
    else {
      setProblem(undefined);
      onChange(chosen);
    }
  };
  return (
    <Input.Wrapper
      label={texts.logo}
      labelElement="div"
      description={texts.logoHint}
      error={problem}
      errorProps={{ role: 'alert' }}
    >
      <Group gap="sm" my={6}>
        {logo !== undefined && <Image src={logo} alt={texts.logo} h={40} w="auto" maw={120} fit="contain" />}
        <FileButton
          accept="image/png,image/jpeg"
          onChange={(file) => void choose(file)}
          inputProps={{ 'aria-label': texts.logo }}
        >
          {(props) => (
            <Button {...props} variant="default" size="xs">
              {logo === undefined ? texts.uploadLogo : texts.replaceLogo}
            </Button>
          )}
        </FileButton>
        {logo !== undefined && (
          <Button
            variant="subtle"
            color="red"
            size="xs"
            onClick={() => {
              setProblem(undefined);
              onChange(null);
            }}
          >
            {texts.removeLogo}
          </Button>
        )}
      </Group>
    </Input.Wrapper>
  );
}
