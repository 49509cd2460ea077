import {
  ActionIcon,
  Alert,
  Anchor,
  AppShell,
  Burger,
  Button,
  Group,
  Kbd,
  Menu,
  Text,
  useMantineTheme,
} from '@mantine/core';
import { useDisclosure, useMediaQuery, useOs } from '@mantine/hooks';
import { spotlight } from '@mantine/spotlight';
import { IconLogout, IconSearch, IconUserCircle } from '@tabler/icons-react';
import { Outlet, useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';
import { useAccountScope } from '../api/account-scope.js';
import { useAccount } from '../api/use-account.js';
import { useChange } from '../api/use-api.js';
import { TimeZoneContext } from '../common/formats.js';
import { LinkTo } from '../common/links.js';
import { useTexts } from '../i18n/language.js';
import { useSession, useSignedIn } from '../session/session.js';
import { CommandPalette } from './command-palette.js';
import { Navigation } from './navigation.js';
import { Shortcuts } from './shortcuts.dialog.js';
import { LAYOUT_TEXTS } from './texts.js';
import { LanguageMenu, ThemeToggle } from './theme-and-language.js';

const ACCOUNTS: string = '/admin/accounts';

export function AppLayout() {
  const texts = useTexts(LAYOUT_TEXTS);
  const [isMenuOpen, menu] = useDisclosure();
  const { accountId, isActing } = useAccountScope();
  const account = useAccount();
  const isPhone = useIsPhone();
  const content = useRef<HTMLElement>(null);
  const browserZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <TimeZoneContext value={account.data?.settings.timezone ?? browserZone}>
      <Anchor
        href="#content"
        className="skip-link"
        onClick={(event) => {
          // The browser resolves the address against <base>, which is another page.
          event.preventDefault();
          content.current?.focus();
        }}
      >
        {texts.skip}
      </Anchor>
      <AppShell
        header={{ height: 56 }}
        navbar={{ width: 240, breakpoint: 'sm', collapsed: { mobile: !isMenuOpen } }}
        padding="md"
      >
        <AppShell.Header>
          <Group h="100%" px="md" justify="space-between" wrap="nowrap">
            <Group gap="sm" wrap="nowrap">
              <Burger
                opened={isMenuOpen}
                onClick={menu.toggle}
                hiddenFrom="sm"
                size="sm"
                aria-label={texts.menu}
                aria-expanded={isMenuOpen}
              />
              <LinkTo to="/" c="inherit" fw={700} size="lg" underline="never">
                Florin
              </LinkTo>
              <Text c="dimmed" size="sm" truncate visibleFrom="sm">
                {account.data?.name}
              </Text>
            </Group>
            <HeaderActions />
          </Group>
        </AppShell.Header>
        <AppShell.Navbar p="xs" aria-label={texts.navigation} inert={isPhone && !isMenuOpen}>
          <Navigation onNavigate={menu.close} />
        </AppShell.Navbar>
        <AppShell.Main id="content" tabIndex={-1} ref={content}>
          {isActing && <ActingBanner name={account.data?.name ?? accountId ?? ''} />}
          {account.data?.status === 'suspended' && <SuspendedBanner />}
          <Outlet />
        </AppShell.Main>
      </AppShell>
      <CommandPalette />
      <Shortcuts />
    </TimeZoneContext>
  );
}

/** Where the navigation is a menu. */
function useIsPhone(): boolean {
  const { breakpoints } = useMantineTheme();
  return !useMediaQuery(`(min-width: ${breakpoints.sm})`, true, { getInitialValueInEffect: false });
}

function ActingBanner({ name }: { readonly name: string }) {
  const texts = useTexts(LAYOUT_TEXTS);
  const navigate = useNavigate();
  return (
    <Alert color="orange" mb="md" role="status">
      <Group justify="space-between">
        <Text size="sm" fw={600}>
          {texts.actingFor(name)}
        </Text>
        <Button size="xs" variant="default" onClick={() => void navigate({ to: ACCOUNTS, search: {} })}>
          {texts.stopActing}
        </Button>
      </Group>
    </Alert>
  );
}

function SuspendedBanner() {
  const texts = useTexts(LAYOUT_TEXTS);
  return (
    <Alert color="yellow" mb="md" role="status" title={texts.suspended}>
      {texts.suspendedHint}
    </Alert>
  );
}

function SearchButton() {
  const { search } = useTexts(LAYOUT_TEXTS);
  const isApple = ['macos', 'ios'].includes(useOs());
  return (
    <>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconSearch size={14} />}
        rightSection={<Kbd size="xs">{isApple ? '⌘K' : 'Ctrl K'}</Kbd>}
        onClick={spotlight.open}
        visibleFrom="sm"
      >
        {search}
      </Button>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={search}
        onClick={spotlight.open}
        hiddenFrom="sm"
      >
        <IconSearch size={20} />
      </ActionIcon>
    </>
  );
}

function HeaderActions() {
  const texts = useTexts(LAYOUT_TEXTS);
  const { user } = useSignedIn();
  const { signOut } = useSession();
  const end = useChange(() => signOut(), { changes: [] });
  return (
    <Group gap="xs" wrap="nowrap">
      <SearchButton />
      <ThemeToggle />
      <LanguageMenu />
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" size="lg" aria-label={texts.signedInAs(user.email)}>
            <IconUserCircle size={20} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{texts.signedInAs(user.email)}</Menu.Label>
          <Menu.Item
            leftSection={<IconLogout size={16} />}
            onClick={() => {
              end.mutate(undefined);
            }}
          >
            {texts.signOut}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </Group>
  );
}
