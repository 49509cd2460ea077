import type { Account } from '@florin/accounts';
import type { PdfTable } from '@florin/infrastructure';
import { addMilliseconds, type Currency, minorDigits } from '@florin/kernel';
import type { StatementLine, StatementPeriod, StatementSummary } from '@florin/ledger';
import { statementLanguage } from './statement-texts.js';

interface PrintedStatement {
  readonly account: Pick<Account, 'id' | 'name' | 'settings'>;
  readonly period: StatementPeriod;
  readonly summary: StatementSummary;
  readonly createdAt: Date;
}

/** Formats statements in the language, the time zone and the digits of the account. Lines are added as they are read. */
export class StatementPrinter {
  private readonly rows: string[][] = [];
  private readonly texts;
  private readonly numbers: Intl.NumberFormat;
  private readonly days: Intl.DateTimeFormat;
  private readonly times: Intl.DateTimeFormat;
  private readonly currency: Currency;

  constructor(private readonly statement: PrintedStatement) {
    const { currency, timezone: timeZone, language } = statement.account.settings;
    const { texts, locale } = statementLanguage(language);
    const digits = minorDigits(currency);
    this.texts = texts;
    this.currency = currency;
    this.numbers = new Intl.NumberFormat(locale, {
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    });
    const date = { year: 'numeric', month: 'short', day: 'numeric', timeZone } as const;
    this.days = new Intl.DateTimeFormat(locale, date);
    this.times = new Intl.DateTimeFormat(locale, { ...date, hour: '2-digit', minute: '2-digit' });
  }

  /** A line without a reference shows the id of its transaction. */
  add(lines: readonly StatementLine[]): void {
    for (const { postedAt, type, reference, transactionId, amount, balanceAfter } of lines)
      this.rows.push([
        this.times.format(postedAt),
        this.texts.types[type],
        reference ?? transactionId,
        this.amount(amount),
        this.amount(balanceAfter),
      ]);
  }

  table(): PdfTable {
    const { account, summary, createdAt } = this.statement;
    const { texts, currency } = this;
    const { openingBalance, closingBalance, totalIn, totalOut, count } = summary;
    return {
      title: texts.title,
      language: texts.language,
      createdAt,
      facts: [
        [texts.account, account.name],
        [texts.accountId, account.id],
        [texts.period, this.period()],
        [texts.timeZone, account.settings.timezone],
        [texts.currency, currency],
        [texts.created, this.times.format(createdAt)],
      ],
      columns: [
        { label: texts.columns.date, width: 108 },
        { label: texts.columns.type, width: 66 },
        { label: texts.columns.reference, wraps: true },
        { label: texts.columns.amount, width: 88, align: 'right' },
        { label: texts.columns.balance, width: 88, align: 'right' },
      ],
      rows: this.rows,
      summary: [
        [texts.opening, this.amount(openingBalance)],
        [texts.moneyIn, this.amount(totalIn)],
        [texts.moneyOut, this.amount(-totalOut)],
        [texts.closing, this.amount(closingBalance)],
        [texts.count, String(count)],
      ],
      footer: account.id,
      pageText: texts.page,
      emptyText: texts.empty,
      missingText: texts.missingCharacters,
    };
  }

  private period(): string {
    const { period, createdAt } = this.statement;
    const [from, to] = [period.from, period.to ?? createdAt];
    const isInDays = this.isMidnight(from) && this.isMidnight(addMilliseconds(to, 1));
    const format = isInDays ? this.days : this.times;
    return from === undefined
      ? this.texts.until(format.format(to))
      : `${format.format(from)} – ${format.format(to)}`;
  }

  private isMidnight(instant: Date | undefined): boolean {
    if (instant === undefined) return true;
    const timeZone = this.statement.account.settings.timezone;
    const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium', timeZone }).format(instant);
    return clock === '00:00:00' && instant.getMilliseconds() === 0;
  }

  /** The exponent keeps all digits: a division could round. */
  private amount(minorUnits: number | bigint): string {
    return this.numbers.format(`${minorUnits}e-${minorDigits(this.currency)}` as Intl.StringNumericLiteral);
  }
}
