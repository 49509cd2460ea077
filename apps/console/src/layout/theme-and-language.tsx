import { ActionIcon, Menu, Tooltip, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { IconLanguage, IconMoon, IconSun } from '@tabler/icons-react';
import { useLanguage, useTexts } from '../i18n/language.js';
import { isLanguage, LANGUAGES } from '../i18n/languages.js';
import { LAYOUT_TEXTS } from './texts.js';

export function ThemeToggle() {
  const texts = useTexts(LAYOUT_TEXTS);
  const { setColorScheme } = useMantineColorScheme();
  const isDark = useComputedColorScheme('light') === 'dark';
  return (
    <Tooltip label={texts.theme}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={texts.theme}
        onClick={() => {
          setColorScheme(isDark ? 'light' : 'dark');
        }}
      >
        {isDark ? <IconSun size={18} /> : <IconMoon size={18} />}
      </ActionIcon>
    </Tooltip>
  );
}

export function LanguageMenu() {
  const texts = useTexts(LAYOUT_TEXTS);
  const { language, setLanguage } = useLanguage();
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={texts.language}>
          <IconLanguage size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {Object.entries(LANGUAGES).map(([code, name]) => (
          <Menu.Item
            key={code}
            lang={code}
            fw={code === language ? 600 : undefined}
            onClick={() => {
              if (isLanguage(code)) setLanguage(code);
            }}
          >
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
