import { COMMON_TEXTS } from '../../../pages/common-texts.js';
import type { ResetTexts } from './texts.js';

export const de: ResetTexts = {
  ...COMMON_TEXTS.de,
  title: 'Neues Passwort festlegen',
  intro: 'Sie werden auf allen Geräten abgemeldet.',
  labels: { password: 'Neues Passwort', repeat: 'Neues Passwort wiederholen' },
  hint: (least, most) => `${least} bis ${most} Zeichen`,
  problems: {
    missing: 'Geben Sie ein neues Passwort ein.',
    different: 'Die beiden Passwörter sind verschieden. Geben Sie beide noch einmal ein.',
    length: 'Das Passwort ist zu kurz oder zu lang.',
    characters: 'Das Passwort enthält ein Zeichen, das nicht verwendet werden kann.',
    common: 'Dieses Passwort ist zu verbreitet. Wählen Sie eines, das schwerer zu erraten ist.',
    own_name: 'Das Passwort darf nicht Ihr Name, Benutzername oder Ihre E-Mail-Adresse sein.',
  },
  correctFields: 'Das Passwort wurde nicht geändert.',
  save: 'Passwort speichern',
  done: {
    title: 'Ihr Passwort wurde geändert',
    body: () =>
      'Sie sind auf allen Geräten abgemeldet. Melden Sie sich mit dem neuen Passwort an. Sie können diese Seite schließen.',
  },
  unknown: {
    title: 'Dieser Link ist nicht gültig',
    body: () =>
      'Ein Link gilt einmal und 30 Minuten lang. Prüfen Sie, ob er vollständig ist, oder fordern Sie dort, wo Sie sich anmelden, einen neuen an.',
  },
  insecure: {
    title: 'Diese Seite ist nicht sicher',
    body: () =>
      'Andere könnten Ihr Passwort mitlesen. Öffnen Sie den Link, den Sie erhalten haben, noch einmal; er muss mit https beginnen.',
  },
};
