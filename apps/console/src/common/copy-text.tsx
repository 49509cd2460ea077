import { ActionIcon, Code, CopyButton, Group, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useTexts } from '../i18n/language.js';
import { COMMON_TEXTS } from './texts.js';

interface CopyTextProps {
  readonly value: string;
  /** What the button copies, for screen readers. */
  readonly label?: string;
}

/** An id, a secret or a link with a button that copies it. */
export function CopyText({ value, label }: CopyTextProps) {
  return (
    <Group gap={4} wrap="nowrap" style={{ maxWidth: '100%' }}>
      <Code style={{ overflowWrap: 'anywhere' }}>{value}</Code>
      <CopyIcon value={value} {...(label !== undefined && { label })} />
    </Group>
  );
}

export function CopyIcon({ value, label }: CopyTextProps) {
  const texts = useTexts(COMMON_TEXTS);
  const name = label === undefined ? texts.copy : `${texts.copy}: ${label}`;
  return (
    <CopyButton value={value}>
      {({ copied, copy }) => (
        <Tooltip label={copied ? texts.copied : name}>
          <ActionIcon
            variant="subtle"
            color={copied ? 'teal' : 'gray'}
            size="sm"
            onClick={copy}
            aria-label={name}
          >
            {copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
          </ActionIcon>
        </Tooltip>
      )}
    </CopyButton>
  );
}
