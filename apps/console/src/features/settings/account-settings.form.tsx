import type { Account, UpdateAccount } from '@florin/client';
import { CURRENCIES } from '@florin/kernel';
import { Button, Group, Select, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useApi, useChange } from '../../api/use-api.js';
import { FormError } from '../../common/form-error.js';
import { MAX_TEXT_LENGTH } from '../../common/limits.js';
import { Section } from '../../common/section.js';
import { COMMON_TEXTS } from '../../common/texts.js';
import { useLanguage, useTexts } from '../../i18n/language.js';
import { useSession } from '../../session/session.js';
import { accountChanges, type AccountFields, fieldsOf } from './account-changes.js';
import { languageName, languageTags, timeZones } from './language-names.js';
import { SETTINGS_TEXTS } from './texts.js';

/** What the user has typed is kept over a refresh of the account, until it is saved. */
export function AccountSettingsForm({ account }: { readonly account: Account }) {
  const texts = useTexts(SETTINGS_TEXTS);
  const common = useTexts(COMMON_TEXTS);
  const { reload } = useSession();
  const [edits, setEdits] = useState<Partial<AccountFields>>({});
  const changes = accountChanges(account, edits);
  const save = useChange((florin, body: UpdateAccount) => florin.account.update(body), {
    // The currency and the time zone also change the balance and the reports.
    changes: ['account', 'accounts', 'users', 'events', 'balance', 'activity', 'statement'],
    done: common.saved,
    isErrorShown: true,
    onDone: () => {
      // The owner's email follows that of the account.
      if (changes?.email !== undefined) reload();
    },
  });
  return (
    <Section title={texts.account}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (changes === undefined) return;
          save.mutate(changes, {
            onSuccess: () => {
              setEdits({});
            },
          });
        }}
      >
        <Stack>
          <FormError error={save.error} />
          <Fields
            account={account}
            fields={{ ...fieldsOf(account), ...edits }}
            onChange={(change) => {
              setEdits({ ...edits, ...change });
            }}
          />
          <Group justify="flex-end">
            <Button type="submit" loading={save.isPending} disabled={changes === undefined}>
              {common.save}
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  );
}

interface FieldsProps {
  readonly account: Account;
  readonly fields: AccountFields;
  readonly onChange: (change: Partial<AccountFields>) => void;
}

function Fields({ account, fields, onChange }: FieldsProps) {
  const texts = useTexts(SETTINGS_TEXTS);
  const common = useTexts(COMMON_TEXTS);
  const { language } = useLanguage();
  const { settings } = account;
  const first = useApi(['transactions', 'first'], (florin) => florin.transactions.page({ limit: 1 }));
  const isCurrencyFixed = first.data !== undefined && first.data.data.length > 0;
  return (
    <>
      <TextInput
        label={common.name}
        value={fields.name}
        maxLength={MAX_TEXT_LENGTH}
        onChange={(event) => {
          onChange({ name: event.currentTarget.value });
        }}
        required
      />
      <TextInput
        label={common.email}
        description={texts.emailHint}
        type="email"
        value={fields.email}
        onChange={(event) => {
          onChange({ email: event.currentTarget.value });
        }}
        required
      />
      <Choice
        label={texts.timeZone}
        description={texts.timeZoneHint}
        values={timeZones(settings.timezone)}
        value={fields.timezone}
        onChange={(timezone) => {
          onChange({ timezone });
        }}
      />
      <Choice
        label={texts.language}
        description={texts.languageHint}
        values={languageTags(settings.language)}
        nameOf={(tag) => `${languageName(tag, language)} (${tag})`}
        value={fields.language}
        onChange={(tag) => {
          onChange({ language: tag });
        }}
      />
      <Choice
        label={common.currency}
        description={isCurrencyFixed ? texts.currencyFixed : texts.currencyHint}
        isDisabled={isCurrencyFixed}
        values={CURRENCIES}
        value={fields.currency}
        onChange={(currency) => {
          onChange({ currency });
        }}
      />
    </>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly description: string;
  readonly values: readonly string[];
  readonly value: string;
  readonly isDisabled?: boolean;
  readonly nameOf?: (value: string) => string;
  readonly onChange: (value: string) => void;
}

function Choice({ values, isDisabled = false, nameOf = (value) => value, onChange, ...props }: ChoiceProps) {
  return (
    <Select
      {...props}
      disabled={isDisabled}
      data={values.map((value) => ({ value, label: nameOf(value) }))}
      onChange={(next) => {
        if (next !== null) onChange(next);
      }}
      searchable
      allowDeselect={false}
    />
  );
}
