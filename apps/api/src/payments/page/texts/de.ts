import { COMMON_TEXTS } from '../../../pages/common-texts.js';
import type { Texts } from './texts.js';

export const de: Texts = {
  ...COMMON_TEXTS.de,
  payTo: 'Zahlung an',
  reference: 'Verwendungszweck',
  period: 'Zeitraum',
  payBy: 'Zahlbar bis',
  cardDetails: 'Kartendaten',
  labels: { number: 'Kartennummer', expiry: 'Gültig bis', code: 'Prüfnummer' },
  hints: {
    number: '',
    expiry: 'MM / JJ',
    code: '3 Ziffern, Amex 4',
  },
  problems: {
    number: {
      missing: 'Geben Sie die Kartennummer ein.',
      invalid: 'Prüfen Sie die Kartennummer. Eine Ziffer fehlt oder ist falsch.',
      expired: '',
    },
    expiry: {
      missing: 'Geben Sie das Ablaufdatum ein.',
      invalid: 'Geben Sie das Ablaufdatum als Monat und Jahr ein, zum Beispiel 04 / 29.',
      expired: 'Diese Karte ist abgelaufen. Verwenden Sie eine andere.',
    },
    code: {
      missing: 'Geben Sie die Prüfnummer ein.',
      invalid: 'Die Prüfnummer hat 3 Ziffern, bei American Express 4.',
      expired: '',
    },
  },
  correctFields: 'Bitte prüfen Sie die Felder unten.',
  pay: (amount) => `${amount} zahlen`,
  paying: 'Wird bezahlt …',
  offline: 'Sie sind offline, es wurde nichts gesendet. Versuchen Sie es erneut, sobald Sie verbunden sind.',
  notStored: 'Ihre Kartennummer wird nur für diese Zahlung verwendet und nicht gespeichert.',
  testMode: 'Testbetrieb: Keine echte Karte wird belastet',
  card: {
    paidWith: 'Bezahlt mit',
    paidOn: 'Bezahlt am',
    endingIn: (brand, last4) => `${brand} mit Endziffern ${last4}`,
    unknown: 'Karte',
    reversalNotice: (last4) =>
      `Eine Abbuchung von der Karte mit den Endziffern ${last4} wird zurückerstattet.`,
  },
  paid: {
    title: 'Bezahlt. Vielen Dank!',
    body: ({ payee, amount }) =>
      `Ihre Zahlung von ${amount} an ${payee} ist eingegangen. Sie können diese Seite schließen.`,
  },
  declined: {
    title: 'Ihre Karte wurde abgelehnt',
    because: {
      card_declined: (last4) =>
        `Die Bank hat die Karte mit den Endziffern ${last4} nicht akzeptiert. Es wurde nichts abgebucht. Versuchen Sie es erneut oder mit einer anderen Karte.`,
      insufficient_funds: (last4) =>
        `Die Karte mit den Endziffern ${last4} ist nicht ausreichend gedeckt. Es wurde nichts abgebucht. Verwenden Sie eine andere Karte.`,
    },
    triesLeft: (tries) => `Verbleibende Versuche: ${tries}`,
  },
  notCharged: {
    title: 'Die Zahlung ist nicht zustande gekommen',
    body: () =>
      'Die Zahlung konnte nicht verarbeitet werden. Es wurde nichts abgebucht. Bitte versuchen Sie es erneut.',
  },
  processing: {
    title: 'Ihre Zahlung wird bearbeitet',
    body: () =>
      'Das dauert einen Moment. Die Seite aktualisiert sich selbst; bitte zahlen Sie nicht noch einmal.',
    checkAgain: 'Erneut prüfen',
  },
  failed: {
    title: 'Hier kann nicht mehr bezahlt werden',
    body: ({ payee }) =>
      `Zu viele Karten wurden abgelehnt. Es wurde nichts abgebucht. Bitten Sie ${payee} um eine neue Zahlungsaufforderung.`,
  },
  canceled: {
    title: 'Diese Zahlungsaufforderung wurde zurückgezogen',
    body: ({ payee }) => `Sie kann nicht mehr bezahlt werden. Bei Fragen wenden Sie sich bitte an ${payee}.`,
  },
  superseded: {
    title: 'Das ist bereits bezahlt',
    body: ({ payee }) =>
      `Eine andere Zahlungsaufforderung von ${payee} für denselben Zeitraum wurde bezahlt. Hier ist nichts mehr zu zahlen.`,
  },
  expired: {
    title: 'Diese Zahlungsaufforderung ist abgelaufen',
    body: ({ payee }) => `Es wurde nichts abgebucht. Bitten Sie ${payee} um eine neue Zahlungsaufforderung.`,
  },
  unavailable: {
    title: 'Derzeit nicht zahlbar',
    body: ({ payee }) =>
      `${payee} kann im Moment keine Zahlungen annehmen. Bitte versuchen Sie es später noch einmal.`,
  },
  unknown: {
    title: 'Zahlungsaufforderung nicht gefunden',
    body: () => 'Prüfen Sie, ob der Link vollständig ist, oder bitten Sie den Absender um einen neuen.',
  },
  insecure: {
    title: 'Diese Seite ist nicht sicher',
    body: () =>
      'Andere könnten Ihre Kartendaten mitlesen. Öffnen Sie den Link, den Sie erhalten haben, noch einmal; er muss mit https beginnen.',
  },
  cancel: 'Abbrechen',
  returnTo: (payee) => `Zurück zu ${payee}`,
  returning: (seconds) => `Sie kehren in ${seconds} Sekunden automatisch zurück.`,
  questions: 'Fragen?',
  testCard: (number) => `Testbetrieb: Verwenden Sie ${number}`,
  copy: 'Kopieren',
  copied: 'Kopiert',
  items: {
    summary: (count) => `Positionen: ${count}`,
    total: 'Summe',
  },
  receipt: {
    title: 'Quittung',
    show: 'Quittung anzeigen',
    print: 'Drucken',
    back: 'Zurück',
    paymentId: 'Zahlungsnummer',
    description: 'Beschreibung',
    refunded: 'Erstattet',
    net: 'Summe nach Erstattungen',
  },
};
