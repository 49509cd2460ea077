import { Box, Code } from '@mantine/core';
import { CopyIcon } from './copy-text.js';

interface JsonViewProps {
  /** For screen readers, also of the button that copies. */
  readonly label: string;
  /** A text is shown as it is. */
  readonly value: unknown;
}

const MAX_HEIGHT = 480;

/** JSON or another long text, with a button that copies it. */
export function JsonView({ label, value }: JsonViewProps) {
  const text = typeof value === 'string' ? value : JSON.stringify(value, undefined, 2);
  return (
    <Box pos="relative">
      <Code
        block
        role="group"
        aria-label={label}
        tabIndex={0}
        pr={44}
        mah={MAX_HEIGHT}
        style={{ overflow: 'auto', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
      >
        {text}
      </Code>
      <Box pos="absolute" top={8} right={8}>
        <CopyIcon value={text} label={label} />
      </Box>
    </Box>
  );
}
