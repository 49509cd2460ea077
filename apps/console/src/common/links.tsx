import { Anchor, type AnchorProps } from '@mantine/core';
import { Link, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';

/** The search parameters of a link to another page: the account that an admin acts for stays, filters go. */
export function useLinkSearch(): { account?: string } {
  const { account } = useSearch({ strict: false });
  return account === undefined ? {} : { account };
}

interface LinkToProps extends AnchorProps {
  readonly to: string;
  readonly search?: Readonly<Record<string, string | undefined>>;
  readonly children: ReactNode;
}

/** A link to another page of the console. */
export function LinkTo({ to, search, children, ...props }: LinkToProps) {
  const linkSearch = useLinkSearch();
  return (
    <Anchor
      {...props}
      renderRoot={(rest) => <Link to={to} search={{ ...linkSearch, ...search }} {...rest} />}
    >
      {children}
    </Anchor>
  );
}
