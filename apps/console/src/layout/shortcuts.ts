import type { OperationName } from '@florin/identity';
import { useEffect, useRef } from 'react';
import { useAccountScope } from '../api/account-scope.js';
import { useCan } from '../api/permissions.js';
import { useOfferedPages } from './navigation.js';
import type { LAYOUT_TEXTS } from './texts.js';

const SEQUENCE_MS = 1_500;

export interface Shortcut {
  /** Pressed one after the other. */
  readonly keys: string;
  readonly to: string;
  readonly search?: Readonly<Record<string, string>>;
  readonly text: keyof typeof LAYOUT_TEXTS.en;
  readonly isPage: boolean;
}

const PAGE_KEYS: Readonly<Record<string, string>> = {
  '/': 'h',
  '/transactions': 't',
  '/transfers': 'r',
  '/payments': 'p',
  '/subscriptions': 's',
  '/developers/webhooks': 'w',
  '/developers/events': 'e',
  '/admin/accounts': 'a',
  '/admin/users': 'u',
};

/** See useCreating. */
const search = { create: 'true' };

const CREATIONS: readonly (Omit<Shortcut, 'isPage'> & { readonly needs: OperationName })[] = [
  { keys: 'ct', to: '/transactions', search, text: 'createTransaction', needs: 'transactions.create' },
  { keys: 'cr', to: '/transfers', search, text: 'createTransfer', needs: 'transfers.create' },
  { keys: 'cp', to: '/payments/new', text: 'createPayment', needs: 'payments.create' },
];

/** What the user's role and the account in scope allow. */
export function useShortcuts(): readonly Shortcut[] {
  const can = useCan();
  const { accountId } = useAccountScope();
  const pages = useOfferedPages()
    .flatMap((group) => group.pages)
    .flatMap(({ to, text }) => {
      const key = PAGE_KEYS[to];
      return key === undefined ? [] : [{ keys: `g${key}`, to, text, isPage: true }];
    });
  const creations = CREATIONS.filter(({ needs }) => accountId !== undefined && can(needs));
  return [...pages, ...creations.map((creation) => ({ ...creation, isPage: false }))];
}

/** Calls back with the keys that were pressed one after the other. Keys that are typed into a field do not count. */
export function useKeySequence(onKeys: (keys: string) => boolean): void {
  const handle = useRef(onKeys);
  useEffect(() => {
    handle.current = onKeys;
  }, [onKeys]);
  useEffect(() => {
    let pressed = '';
    let lastAt = 0;
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey || isBusy(event)) return;
      pressed = (event.timeStamp - lastAt < SEQUENCE_MS ? pressed : '') + event.key;
      lastAt = event.timeStamp;
      if (handle.current(pressed)) {
        event.preventDefault();
        pressed = '';
      } else pressed = pressed.slice(-1);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => {
      document.removeEventListener('keydown', onKeyDown);
    };
  }, []);
}

const isBusy = ({ target }: KeyboardEvent): boolean =>
  (target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null) ||
  document.querySelector('[role=dialog]') !== null;
