import { NavLink, ScrollArea, Text } from '@mantine/core';
import { IconBook } from '@tabler/icons-react';
import { Link, useLocation } from '@tanstack/react-router';
import { useAccountScope } from '../api/account-scope.js';
import { useCan } from '../api/permissions.js';
import { useLinkSearch } from '../common/links.js';
import { useTexts } from '../i18n/language.js';
import { apiReferenceUrl } from '../session/addresses.js';
import { PAGE_GROUPS, type PageGroup } from './pages.js';
import { LAYOUT_TEXTS } from './texts.js';

/** What the user's role and the account in scope allow. */
export function useOfferedPages(): readonly PageGroup[] {
  const can = useCan();
  const { accountId } = useAccountScope();
  return PAGE_GROUPS.map((group) => ({
    ...group,
    pages: group.pages.filter(
      ({ needs, isOfAccount }) =>
        (needs === undefined || can(needs)) && (!isOfAccount || accountId !== undefined),
    ),
  })).filter(({ pages }) => pages.length > 0);
}

export function Navigation({ onNavigate }: { readonly onNavigate: () => void }) {
  const texts = useTexts(LAYOUT_TEXTS);
  const groups = useOfferedPages();
  const { pathname } = useLocation();
  const linkSearch = useLinkSearch();
  const isActive = (to: string): boolean => (to === '/' ? pathname === '/' : pathname.startsWith(to));
  return (
    <ScrollArea>
      {groups.map(({ text, pages }) => (
        <div key={text ?? ''}>
          {text !== undefined && (
            <Text size="xs" c="dimmed" fw={600} mt="md" mb={4} px="sm">
              {String(texts[text])}
            </Text>
          )}
          {pages.map((page) => (
            <NavLink
              key={page.to}
              renderRoot={(props) => <Link to={page.to} search={linkSearch} {...props} />}
              label={String(texts[page.text])}
              leftSection={<page.icon size={18} stroke={1.6} />}
              active={isActive(page.to)}
              {...(isActive(page.to) && { 'aria-current': 'page' as const })}
              onClick={onNavigate}
            />
          ))}
          {text === 'developers' && (
            <NavLink
              href={apiReferenceUrl}
              target="_blank"
              label={texts.apiReference}
              leftSection={<IconBook size={18} stroke={1.6} />}
            />
          )}
        </div>
      ))}
    </ScrollArea>
  );
}
