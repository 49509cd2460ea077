import { COMMON_TEXTS } from '../../../pages/common-texts.js';
import type { ResetTexts } from './texts.js';

export const en: ResetTexts = {
  ...COMMON_TEXTS.en,
  title: 'Set a new password',
  intro: 'You will be logged out on all devices.',
  labels: { password: 'New password', repeat: 'Repeat the new password' },
  hint: (least, most) => `${least} to ${most} characters`,
  problems: {
    missing: 'Enter a new password.',
    different: 'The two passwords are different. Enter both again.',
    length: 'The password is too short or too long.',
    characters: 'The password has a character that cannot be used.',
    common: 'This password is too common. Choose one that is harder to guess.',
    own_name: 'The password must not be your name, username or email.',
  },
  correctFields: 'The password was not changed.',
  save: 'Save password',
  done: {
    title: 'Your password was changed',
    body: () => 'You are logged out on all devices. Log in with the new password. You can close this page.',
  },
  unknown: {
    title: 'This link is not valid',
    body: () =>
      'A link works once, for 30 minutes. Check that it is complete, or request a new one where you log in.',
  },
  insecure: {
    title: 'This page is not secure',
    body: () =>
      'Others could read your password. Open the link that you received again; it must begin with https.',
  },
};
