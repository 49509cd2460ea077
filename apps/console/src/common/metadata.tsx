import { MAX_METADATA_KEY_LENGTH } from '@florin/kernel';
import { ActionIcon, Button, Code, Group, Stack, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTexts } from '../i18n/language.js';
import { DetailList } from './detail-list.js';
import { COMMON_TEXTS } from './texts.js';

export type Metadata = Readonly<Record<string, unknown>>;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

export function MetadataList({ metadata }: { readonly metadata: Metadata }) {
  const details = Object.entries(metadata).map(([label, value]) => ({
    label,
    value: typeof value === 'string' && value !== '' ? value : <Code>{textOf(value)}</Code>,
  }));
  return <DetailList details={details} />;
}

interface MetadataEditorProps {
  readonly metadata: Metadata;
  readonly isPending: boolean;
  /** The keys that changed; null removes a key. */
  readonly onSave: (changes: Record<string, unknown>) => void;
}

export type MetadataRow = readonly [key: string, text: string];

/** Edits metadata as pairs of texts. Values of other types are kept unless their text is changed. */
export function MetadataEditor({ metadata, isPending, onSave }: MetadataEditorProps) {
  const texts = useTexts(COMMON_TEXTS);
  // A key that is added elsewhere while the editor is open must not count as removed.
  const [opened] = useState(metadata);
  const [rows, setRows] = useState<readonly MetadataRow[]>(
    Object.entries(opened).map(([key, value]) => [key, textOf(value)]),
  );
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSave(metadataChanges(opened, rows));
      }}
    >
      <MetadataFields
        rows={rows}
        onChange={setRows}
        action={
          <Button type="submit" size="xs" loading={isPending}>
            {texts.save}
          </Button>
        }
      />
    </form>
  );
}

interface MetadataFieldsProps {
  readonly rows: readonly MetadataRow[];
  readonly onChange: (rows: readonly MetadataRow[]) => void;
  readonly action?: ReactNode;
}

/** For forms that send metadata among other fields; see metadataChanges. */
export function MetadataFields({ rows, onChange, action }: MetadataFieldsProps) {
  const texts = useTexts(COMMON_TEXTS);
  return (
    <Stack gap="xs">
      {rows.map((row, index) => (
        <MetadataRowFields
          key={index}
          number={index + 1}
          row={row}
          isDuplicate={row[0] !== '' && rows.findIndex(([key]) => key === row[0]) < index}
          onChange={(changed) => {
            onChange(rows.map((old, position) => (position === index ? changed : old)));
          }}
          onRemove={() => {
            onChange(rows.filter((_, position) => position !== index));
          }}
        />
      ))}
      <Group justify="space-between">
        <Button
          variant="default"
          size="xs"
          onClick={() => {
            onChange([...rows, ['', '']]);
          }}
        >
          {texts.add}
        </Button>
        {action}
      </Group>
    </Stack>
  );
}

interface MetadataRowFieldsProps {
  readonly number: number;
  readonly row: MetadataRow;
  readonly isDuplicate: boolean;
  readonly onChange: (row: MetadataRow) => void;
  readonly onRemove: () => void;
}

function MetadataRowFields({ number, row, isDuplicate, onChange, onRemove }: MetadataRowFieldsProps) {
  const [key, text] = row;
  const texts = useTexts(COMMON_TEXTS);
  return (
    <Group gap="xs" wrap="nowrap" align="flex-start">
      <TextInput
        aria-label={`${texts.key} ${String(number)}`}
        placeholder={texts.key}
        value={key}
        maxLength={MAX_METADATA_KEY_LENGTH}
        required={text !== ''}
        error={isDuplicate && texts.duplicateKey}
        // The browser does not submit a form with such a field.
        ref={(input) => {
          input?.setCustomValidity(isDuplicate ? texts.duplicateKey : '');
        }}
        onChange={(event) => {
          onChange([event.currentTarget.value, text]);
        }}
      />
      <TextInput
        aria-label={`${texts.value} ${String(number)}`}
        placeholder={texts.value}
        value={text}
        style={{ flex: 1 }}
        onChange={(event) => {
          onChange([key, event.currentTarget.value]);
        }}
      />
      <ActionIcon
        variant="subtle"
        color="gray"
        size="input-sm"
        aria-label={`${texts.remove}: ${key}`}
        onClick={onRemove}
      >
        <IconTrash size={16} />
      </ActionIcon>
    </Group>
  );
}

/** What to send so that the metadata become these rows: only keys that differ. */
export function metadataChanges(metadata: Metadata, rows: readonly MetadataRow[]): Record<string, unknown> {
  const wanted = new Map(rows.filter(([key]) => key !== ''));
  const removed = Object.keys(metadata).filter((key) => !wanted.has(key));
  const changed = [...wanted].filter(
    ([key, text]) => !Object.hasOwn(metadata, key) || textOf(metadata[key]) !== text,
  );
  return Object.fromEntries([...removed.map((key) => [key, null]), ...changed]) as Record<string, unknown>;
}
