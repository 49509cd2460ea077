import { Spotlight, type SpotlightActionData } from '@mantine/spotlight';
import '@mantine/spotlight/styles.css';
import { IconArrowRight, IconSearch } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useChange } from '../api/use-api.js';
import { useLinkSearch } from '../common/links.js';
import { useResourcePage } from '../common/resource-link.js';
import { useTexts } from '../i18n/language.js';
import { type FoundPage, pageFinder } from './find-page.js';
import { useOfferedPages } from './navigation.js';
import { LAYOUT_TEXTS } from './texts.js';

/** Ctrl+K or ⌘K: pages by name, resources by id, lists by reference or customer. */
export function CommandPalette() {
  const texts = useTexts(LAYOUT_TEXTS);
  const navigate = useNavigate();
  const [query, setQuery] = useState('');
  const groups = useOfferedPages();
  const linkSearch = useLinkSearch();
  const pageOf = useResourcePage();
  const go = (to: string, filters: Readonly<Record<string, string>> = {}): void => {
    void navigate({ to, search: { ...linkSearch, ...filters } });
  };
  const pages: SpotlightActionData[] = groups.flatMap((group) =>
    group.pages.map((page) => ({
      id: page.to,
      label: String(texts[page.text]),
      leftSection: <page.icon size={18} />,
      onClick: () => {
        go(page.to);
      },
    })),
  );
  const text = query.trim();
  const isNamed = pages.some(({ label }) => label?.toLowerCase().includes(text.toLowerCase()));
  const found = text === '' ? undefined : pageOf(text);
  const find = useFinding(go);
  const isResource = found !== undefined || pageFinder(text) !== undefined;
  const resource = action(text, texts.goTo(text), () => {
    if (found === undefined) find(text);
    else go(found);
  });
  const isFilter = text !== '' && !isNamed && !isResource;
  const lists: SpotlightActionData[] = useFilteredLists(text)
    .filter(({ to }) => isFilter && groups.some((group) => group.pages.some((page) => page.to === to)))
    .map(({ to, label, filter }) =>
      action(label, label, () => {
        go(to, filter);
      }),
    );
  return (
    <Spotlight
      actions={[...(isResource ? [resource] : []), ...pages, ...lists]}
      query={query}
      onQueryChange={setQuery}
      shortcut={['mod + K', '/']}
      nothingFound={texts.searchNothing}
      highlightQuery
      searchProps={{
        leftSection: <IconSearch size={18} />,
        placeholder: texts.searchHint,
        'aria-label': texts.search,
      }}
    />
  );
}

/** Leads to a resource whose page the API has to name. */
function useFinding(go: (to: string, search?: FoundPage['search']) => void): (id: string) => void {
  const { searchNothing } = useTexts(LAYOUT_TEXTS);
  const finding = useChange(
    async (florin, id: string) => {
      const page = await pageFinder(id)?.(florin, id);
      if (page === undefined) throw new Error(searchNothing);
      return page;
    },
    {
      changes: [],
      onDone: ({ to, search }) => {
        go(to, search);
      },
    },
  );
  return finding.mutate;
}

interface FilteredList {
  readonly to: string;
  readonly label: string;
  readonly filter: Record<string, string>;
}

/** The lists that can be filtered by a text. */
function useFilteredLists(text: string): readonly FilteredList[] {
  const texts = useTexts(LAYOUT_TEXTS);
  const reference = { reference: text };
  const customers = { to: '/payments', label: texts.paymentsOf(text), filter: { customer_email: text } };
  return [
    ...(text.includes('@') ? [customers] : []),
    { to: '/transactions', label: texts.withReference(text), filter: reference },
    { to: '/payments', label: texts.paymentsWithReference(text), filter: reference },
    { to: '/subscriptions', label: texts.subscriptionsWithReference(text), filter: reference },
  ];
}

const action = (id: string, label: string, onClick: () => void): SpotlightActionData => ({
  id: `search ${id}`,
  label,
  keywords: [id],
  leftSection: <IconArrowRight size={18} />,
  onClick,
});
