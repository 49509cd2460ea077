import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '../i18n/language.js';
import { type Metadata, MetadataEditor, MetadataList } from './metadata.js';
import { COMMON_TEXTS } from './texts.js';

interface MetadataPanelProps {
  readonly metadata: Metadata;
  readonly canEdit: boolean;
  readonly isPending: boolean;
  /** The keys that changed; null removes a key. The editor closes when the promise is fulfilled. */
  readonly onSave: (changes: Record<string, unknown>) => Promise<unknown>;
}

/** Metadata with a button that opens their editor. */
export function MetadataPanel({ metadata, canEdit, isPending, onSave }: MetadataPanelProps) {
  const texts = useTexts(COMMON_TEXTS);
  const [isEditing, setEditing] = useState(false);
  const toggle = (
    <Button
      variant="default"
      size="xs"
      onClick={() => {
        setEditing(!isEditing);
      }}
    >
      {isEditing ? texts.cancel : texts.edit}
    </Button>
  );
  if (isEditing)
    return (
      <Stack gap="xs">
        <MetadataEditor
          metadata={metadata}
          isPending={isPending}
          onSave={(changes) => {
            onSave(changes).then(
              () => {
                setEditing(false);
              },
              // useChange shows the error.
              () => undefined,
            );
          }}
        />
        <Group justify="flex-end">{toggle}</Group>
      </Stack>
    );
  return (
    <Stack gap="xs">
      {Object.keys(metadata).length === 0 ? (
        <Text size="sm" c="dimmed">
          {texts.noMetadata}
        </Text>
      ) : (
        <MetadataList metadata={metadata} />
      )}
      {canEdit && <Group>{toggle}</Group>}
    </Stack>
  );
}
