import { Anchor, type AnchorProps } from '@mantine/core';
import type { ReactNode } from 'react';

interface WebLinkProps extends AnchorProps {
  readonly url: string;
  readonly children: ReactNode;
}

/** A link out of the console, only to a web address: `javascript:` would run in this page. */
export function WebLink({ url, children, ...props }: WebLinkProps) {
  const isWebUrl = URL.canParse(url) && ['http:', 'https:'].includes(new URL(url).protocol);
  if (!isWebUrl) return <>{children}</>;
  return (
    <Anchor fz="inherit" {...props} href={url} target="_blank" rel="noopener noreferrer">
      {children}
    </Anchor>
  );
}
