import { type Currency, invalidRequest } from '@florin/kernel';
import { type FileLine, MAX_FILE_LINES, type Period, type StatementFile } from '@florin/ledger';
import { type CamtEntry, type CamtFields, linesOfEntry } from './camt053-entry.js';
import { tooManyLines } from './csv-file.js';
import { invalidLine, parseCalendarDate } from './file-fields.js';
import { readXml, type XmlVisitor } from './read-xml.js';

// Every version since 2009 has the elements that are read here.
const NAMESPACE = /^urn:iso:std:iso:20022:tech:xsd:camt\.053\.001\.(?:0[2-9]|[1-9]\d)$/;

const STATEMENT = '/Document/BkToCstmrStmt/Stmt';
const ENTRY = `${STATEMENT}/Ntry`;
const DETAILS = `${ENTRY}/NtryDtls/TxDtls`;
const AMOUNT = /(?:^|\/)Amt$/;
const FREE_TEXT = /\/Ustrd$/;

/** The booked entries of an ISO 20022 camt.053 statement. The bytes are valid UTF-8. */
export async function readCamt053(bytes: Uint8Array, currency: Currency): Promise<StatementFile> {
  const visitor = new CamtVisitor(currency);
  await readXml(bytes, visitor);
  const { lines, period } = visitor;
  return { lines, period };
}

class CamtVisitor implements XmlVisitor {
  readonly lines: FileLine[] = [];
  period: Period | undefined;
  private bounds: { from?: string; to?: string } = {};
  private entry: (CamtEntry & { details: CamtFields[] }) | undefined;
  private details: CamtFields | undefined;
  private amountCurrency: string | undefined;

  constructor(private readonly currency: Currency) {}

  open(path: string, attributes: ReadonlyMap<string, string>, lineNumber: number): void {
    if (path.lastIndexOf('/') === 0) requireCamt053(path, attributes, lineNumber);
    if (path === STATEMENT) this.bounds = {};
    if (path === ENTRY) this.entry = { lineNumber, fields: new Map(), details: [] };
    if (path === DETAILS) this.details = new Map();
    if (AMOUNT.test(path)) this.amountCurrency = attributes.get('Ccy');
  }

  close(path: string, text: string | undefined, lineNumber: number): void {
    if (path === STATEMENT) this.addPeriod();
    else if (path === ENTRY) this.addEntry();
    else if (path === DETAILS) this.addDetails();
    else if (text === undefined) return;
    else if (path === `${STATEMENT}/FrToDt/FrDtTm`) this.bounds.from = requireDate(text, lineNumber);
    else if (path === `${STATEMENT}/FrToDt/ToDtTm`) this.bounds.to = requireDate(text, lineNumber);
    else if (path.startsWith(`${DETAILS}/`))
      this.setField(this.details, path.slice(DETAILS.length + 1), text);
    else if (path.startsWith(`${ENTRY}/`))
      this.setField(this.entry?.fields, path.slice(ENTRY.length + 1), text);
  }

  /** Of a repeated element the first counts; free text is joined. */
  private setField(fields: CamtFields | undefined, name: string, text: string): void {
    const before = fields?.get(name);
    if (before === undefined) fields?.set(name, text);
    else if (FREE_TEXT.test(name)) fields?.set(name, `${before} ${text}`.slice(0, 4_000));
    if (before === undefined && AMOUNT.test(name)) fields?.set(`${name}@Ccy`, this.amountCurrency ?? '');
  }

  private addDetails(): void {
    if (this.details === undefined || this.entry === undefined) return;
    if (this.lines.length + this.entry.details.length >= MAX_FILE_LINES) throw tooManyLines();
    this.entry.details.push(this.details);
    this.details = undefined;
  }

  private addEntry(): void {
    if (this.entry === undefined) return;
    if (this.lines.length >= MAX_FILE_LINES) throw tooManyLines();
    for (const line of linesOfEntry(this.entry, this.currency)) this.lines.push(line);
    this.entry = undefined;
  }

  /** From the first statement of the file to the last. */
  private addPeriod(): void {
    const { from, to } = this.bounds;
    if (from === undefined || to === undefined || from > to) return;
    const before = this.period ?? { from, to };
    this.period = { from: before.from < from ? before.from : from, to: before.to > to ? before.to : to };
  }
}

function requireCamt053(path: string, attributes: ReadonlyMap<string, string>, lineNumber: number): void {
  const isKnown = [...attributes].some(
    ([name, value]) => (name === 'xmlns' || name.startsWith('xmlns:')) && NAMESPACE.test(value),
  );
  if (path === '/Document' && isKnown) return;
  throw invalidRequest(`Line ${lineNumber}: the file is not a camt.053 statement, version 02 or later.`);
}

function requireDate(text: string, lineNumber: number): string {
  const date = parseCalendarDate(text, 'yyyy-mm-dd');
  if (date === undefined) throw invalidLine(lineNumber, 'the period of the statement is not a date.');
  return date;
}
