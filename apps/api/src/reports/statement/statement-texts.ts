import type { TransactionType } from '@florin/ledger';

/** The texts of a printed statement in one language. */
interface StatementTexts {
  readonly language: string;
  readonly title: string;
  readonly account: string;
  readonly accountId: string;
  readonly period: string;
  readonly timeZone: string;
  readonly currency: string;
  readonly created: string;
  readonly columns: Readonly<Record<'date' | 'type' | 'reference' | 'amount' | 'balance', string>>;
  readonly types: Readonly<Record<TransactionType, string>>;
  readonly opening: string;
  readonly closing: string;
  readonly moneyIn: string;
  readonly moneyOut: string;
  readonly count: string;
  readonly empty: string;
  until(to: string): string;
  readonly page: string;
  readonly missingCharacters: string;
}

const en: StatementTexts = {
  language: 'en',
  title: 'Account statement',
  account: 'Account',
  accountId: 'Account ID',
  period: 'Period',
  timeZone: 'Time zone',
  currency: 'Currency',
  created: 'Created',
  columns: {
    date: 'Date',
    type: 'Type',
    reference: 'Reference',
    amount: 'Amount',
    balance: 'Balance',
  },
  types: { payment: 'Payment', credit: 'Credit', refund: 'Refund' },
  opening: 'Opening balance',
  closing: 'Closing balance',
  moneyIn: 'Money in',
  moneyOut: 'Money out',
  count: 'Transactions',
  empty: 'No transactions in this period.',
  until: (to) => `until ${to}`,
  page: 'Page {page} of {pages}',
  missingCharacters:
    '□ replaces a character that this document cannot show. The CSV statement has the full text.',
};

const de: StatementTexts = {
  language: 'de',
  title: 'Kontoauszug',
  account: 'Konto',
  accountId: 'Konto-ID',
  period: 'Zeitraum',
  timeZone: 'Zeitzone',
  currency: 'Währung',
  created: 'Erstellt',
  columns: {
    date: 'Datum',
    type: 'Art',
    reference: 'Referenz',
    amount: 'Betrag',
    balance: 'Saldo',
  },
  types: { payment: 'Zahlung', credit: 'Gutschrift', refund: 'Erstattung' },
  opening: 'Anfangssaldo',
  closing: 'Endsaldo',
  moneyIn: 'Eingänge',
  moneyOut: 'Ausgänge',
  count: 'Buchungen',
  empty: 'Keine Buchungen in diesem Zeitraum.',
  until: (to) => `bis ${to}`,
  page: 'Seite {page} von {pages}',
  missingCharacters:
    '□ ersetzt ein Zeichen, das dieses Dokument nicht darstellen kann. Der Kontoauszug als CSV enthält den ganzen Text.',
};

const fr: StatementTexts = {
  language: 'fr',
  title: 'Relevé de compte',
  account: 'Compte',
  accountId: 'Identifiant du compte',
  period: 'Période',
  timeZone: 'Fuseau horaire',
  currency: 'Devise',
  created: 'Créé le',
  columns: {
    date: 'Date',
    type: 'Type',
    reference: 'Référence',
    amount: 'Montant',
    balance: 'Solde',
  },
  types: { payment: 'Paiement', credit: 'Crédit', refund: 'Remboursement' },
  opening: 'Solde initial',
  closing: 'Solde final',
  moneyIn: 'Entrées',
  moneyOut: 'Sorties',
  count: 'Opérations',
  empty: 'Aucune opération pendant cette période.',
  until: (to) => `jusqu’au ${to}`,
  page: 'Page {page} sur {pages}',
  missingCharacters:
    '□ remplace un caractère que ce document ne peut pas afficher. Le relevé au format CSV contient le texte complet.',
};

const es: StatementTexts = {
  language: 'es',
  title: 'Extracto de cuenta',
  account: 'Cuenta',
  accountId: 'ID de la cuenta',
  period: 'Periodo',
  timeZone: 'Zona horaria',
  currency: 'Moneda',
  created: 'Creado',
  columns: {
    date: 'Fecha',
    type: 'Tipo',
    reference: 'Referencia',
    amount: 'Importe',
    balance: 'Saldo',
  },
  types: { payment: 'Pago', credit: 'Abono', refund: 'Reembolso' },
  opening: 'Saldo inicial',
  closing: 'Saldo final',
  moneyIn: 'Entradas',
  moneyOut: 'Salidas',
  count: 'Movimientos',
  empty: 'No hay movimientos en este periodo.',
  until: (to) => `hasta el ${to}`,
  page: 'Página {page} de {pages}',
  missingCharacters:
    '□ sustituye un carácter que este documento no puede mostrar. El extracto en CSV contiene el texto completo.',
};

const LANGUAGES = [en, de, fr, es];

/** The texts for a language tag such as `de-AT`, and the locale of its numbers and dates. English for other languages. */
export function statementLanguage(tag: string): { readonly texts: StatementTexts; readonly locale: string } {
  const { baseName, language } = new Intl.Locale(tag);
  const texts = LANGUAGES.find((one) => one.language === language);
  return texts === undefined ? { texts: en, locale: 'en' } : { texts, locale: baseName };
}
