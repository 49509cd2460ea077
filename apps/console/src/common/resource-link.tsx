import { Text } from '@mantine/core';
import { useCan } from '../api/permissions.js';
import { LinkTo } from './links.js';

/** The page of each kind of resource that has one. */
const PAGE_BY_PREFIX: Readonly<Record<string, string>> = {
  txn: '/transactions',
  trf: '/transfers',
  pay: '/payments',
  sub: '/subscriptions',
  whe: '/developers/webhooks',
  acct: '/admin/accounts',
  user: '/admin/users',
};

/** The address of a resource's page. */
function resourcePage(id: string): string | undefined {
  const prefix = /^([a-z]+)_[0-9a-z]{26}$/.exec(id)?.[1];
  const page = prefix === undefined ? undefined : PAGE_BY_PREFIX[prefix];
  return page === undefined ? undefined : `${page}/${id}`;
}

/** The same, if the user's role can open it. */
export function useResourcePage(): (id: string) => string | undefined {
  const can = useCan();
  return (id) => {
    const page = resourcePage(id);
    return page?.startsWith('/admin/') === true && !can('accounts.list') ? undefined : page;
  };
}

/** An id that leads to its page, if there is one that the user's role can open. */
export function ResourceLink({ id }: { readonly id: string }) {
  const page = useResourcePage()(id);
  if (page === undefined)
    return (
      <Text span inherit ff="monospace">
        {id}
      </Text>
    );
  return (
    <LinkTo to={page} inherit ff="monospace">
      {id}
    </LinkTo>
  );
}

/** The transaction of a payment request has the id of that request as its reference. */
export function Reference({ reference }: { readonly reference: string | null }) {
  if (reference !== null && resourcePage(reference) !== undefined) return <ResourceLink id={reference} />;
  return <>{reference}</>;
}
