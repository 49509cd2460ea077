import type { MailTexts } from './texts.js';

export const de: MailTexts = {
  paymentRequest: {
    subject: ({ payee, amount }) => `Zahlungsaufforderung von ${payee}: ${amount}`,
    body: ({ payee, amount }) =>
      `${payee} bittet Sie um die Zahlung von ${amount}. Sie können auf einer sicheren Seite mit Karte bezahlen.`,
  },
  receipt: {
    subject: ({ payee, amount }) => `Ihre Zahlung von ${amount} an ${payee}`,
    body: ({ payee, amount }) => `Ihre Zahlung von ${amount} an ${payee} ist eingegangen. Vielen Dank!`,
  },
  refund: {
    subject: ({ payee, amount }) => `${payee} hat ${amount} erstattet`,
    body: ({ payee, amount }) =>
      `${payee} hat ${amount} auf die Karte erstattet, mit der Sie bezahlt haben. Es kann einige Tage dauern, bis Ihre Bank die Erstattung anzeigt.`,
  },
  passwordReset: {
    subject: () => 'Passwort zurücksetzen',
    body: () => 'Sie möchten Ihr Passwort zurücksetzen. Wählen Sie auf dieser Seite ein neues:',
    action: 'Neues Passwort wählen',
    expires: (minutes) => `Der Link funktioniert einmal und ${minutes} Minuten lang.`,
    ignore: 'Wenn Sie das nicht waren, ignorieren Sie diese E-Mail. Ihr Passwort bleibt unverändert.',
  },
  accountClosed: {
    subject: ({ account }) => `Das Konto ${account} wurde geschlossen`,
    body: ({ account, date }) =>
      `Das Konto ${account} wurde am ${date} geschlossen. Seine Benutzer können sich nicht mehr anmelden, seine API-Schlüssel funktionieren nicht mehr, und seine offenen Zahlungsaufforderungen wurden zurückgezogen.`,
    unexpected: 'Wenn Sie das nicht erwartet haben, wenden Sie sich bitte an uns.',
  },
  paid: 'Bezahlt',
};
