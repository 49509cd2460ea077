import { Modal, type ModalProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTexts } from '../i18n/language.js';
import { COMMON_TEXTS } from './texts.js';

interface DialogProps extends Pick<ModalProps, 'size' | 'closeOnClickOutside' | 'closeOnEscape'> {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly title: string;
  /** Mounted when the dialog opens, so that each opening begins anew. */
  readonly children: ReactNode;
}

export function Dialog({ isOpen, children, ...props }: DialogProps) {
  const { close } = useTexts(COMMON_TEXTS);
  return (
    <Modal {...props} opened={isOpen} centered closeButtonProps={{ 'aria-label': close }}>
      {isOpen && children}
    </Modal>
  );
}
