import type { Branding, BrandingChange } from '@florin/client';
import { Button, ColorInput, Group, Stack, TextInput } from '@mantine/core';
import { useChange } from '../../api/use-api.js';
import { FormError } from '../../common/form-error.js';
import { COMMON_TEXTS } from '../../common/texts.js';
import { useTexts } from '../../i18n/language.js';
import { brandingChanges, type BrandingFields, logoOf } from './branding-changes.js';
import { LogoField } from './logo-field.js';
import { BRANDING_TEXTS } from './texts.js';

/** White text is readable on each of them. */
const SWATCHES = ['#0f5c4a', '#0b7285', '#1864ab', '#364fc7', '#5f3dc4', '#7a1c5b', '#a61e4d', '#343a40'];

interface BrandingFormProps {
  readonly branding: Branding;
  readonly fields: BrandingFields;
  readonly onChange: (change: Partial<BrandingFields>) => void;
  readonly onSaved: () => void;
}

export function BrandingForm({ branding, fields, onChange, onSaved }: BrandingFormProps) {
  const common = useTexts(COMMON_TEXTS);
  const changes = brandingChanges(branding, fields);
  const save = useChange(
    (florin, change: BrandingChange) => florin.account.update({ settings: { branding: change } }),
    { changes: ['account', 'events'], done: common.saved, isErrorShown: true },
  );
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (changes !== undefined) save.mutate(changes, { onSuccess: onSaved });
      }}
    >
      <Stack>
        <FormError error={save.error} />
        <LogoField
          logo={logoOf(branding, fields)}
          onChange={(logo) => {
            onChange({ logo });
          }}
        />
        <TextFields fields={fields} onChange={onChange} />
        <Group justify="flex-end">
          <Button type="submit" loading={save.isPending} disabled={changes === undefined}>
            {common.save}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function TextFields({ fields, onChange }: Pick<BrandingFormProps, 'fields' | 'onChange'>) {
  const texts = useTexts(BRANDING_TEXTS);
  return (
    <>
      <ColorInput
        label={texts.color}
        description={texts.colorHint}
        placeholder="#0f5c4a"
        value={fields.color}
        swatches={SWATCHES}
        fixOnBlur={false}
        eyeDropperButtonProps={{ 'aria-label': texts.pickColor }}
        onChange={(color) => {
          onChange({ color });
        }}
      />
      <TextInput
        label={texts.supportEmail}
        description={texts.supportEmailHint}
        type="email"
        placeholder="help@shop.example"
        value={fields.support_email}
        onChange={(event) => {
          onChange({ support_email: event.currentTarget.value });
        }}
      />
      <TextInput
        label={texts.website}
        type="url"
        placeholder="https://shop.example"
        value={fields.website}
        onChange={(event) => {
          onChange({ website: event.currentTarget.value });
        }}
      />
    </>
  );
}
