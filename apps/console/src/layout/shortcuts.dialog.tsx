import { Group, Kbd, Table } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { Dialog } from '../common/dialog.js';
import { useLinkSearch } from '../common/links.js';
import { useTexts } from '../i18n/language.js';
import { useKeySequence, useShortcuts } from './shortcuts.js';
import { LAYOUT_TEXTS } from './texts.js';

/** The keyboard shortcuts, with the list of them that `?` opens. */
export function Shortcuts() {
  const texts = useTexts(LAYOUT_TEXTS);
  const [isOpen, { open, close }] = useDisclosure();
  const navigate = useNavigate();
  const linkSearch = useLinkSearch();
  const shortcuts = useShortcuts();
  useKeySequence((keys) => {
    if (keys.endsWith('?')) {
      open();
      return true;
    }
    const shortcut = shortcuts.find((one) => one.keys === keys);
    if (shortcut) void navigate({ to: shortcut.to, search: { ...linkSearch, ...shortcut.search } });
    return shortcut !== undefined;
  });
  const listed = [
    { keys: '/', name: texts.search },
    { keys: '?', name: texts.shortcuts },
    ...shortcuts.map(({ keys, text, isPage }) => ({
      keys,
      name: isPage ? texts.goTo(String(texts[text])) : String(texts[text]),
    })),
  ];
  return (
    <Dialog isOpen={isOpen} onClose={close} title={texts.shortcuts}>
      <Table aria-label={texts.shortcuts}>
        <Table.Tbody>
          {listed.map(({ keys, name }) => (
            <Table.Tr key={keys}>
              <Table.Th scope="row" fw={400}>
                {name}
              </Table.Th>
              <Table.Td>
                <Group gap={4} justify="flex-end">
                  {Array.from(keys, (key) => (
                    <Kbd key={key}>{key}</Kbd>
                  ))}
                </Group>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Dialog>
  );
}
