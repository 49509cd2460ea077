import type { DataSource } from 'typeorm';
import { type AuditCheck, auditBooks, type BooksAudit } from '../ledger/audit-books.js';
import { BOOK_RULES } from '../ledger/audit-rules.js';
import { PAYMENT_RULES } from './payment-rules.js';
import { inSnapshot } from './snapshot.js';
import { SUBSCRIPTION_RULES } from './subscription-rules.js';

const RULES = [...BOOK_RULES, ...PAYMENT_RULES, ...SUBSCRIPTION_RULES];

/** How many rules there are, for whoever shows how far the work is. */
export const VERIFIED_RULES = RULES.length;

export interface VerifyOptions {
  readonly signal?: AbortSignal;
  readonly onCheck?: (check: AuditCheck) => void;
}

/** Holds every rule against one and the same moment, so that no two rules can disagree about what was there. */
export const verifyBooks = (dataSource: DataSource, options: VerifyOptions = {}): Promise<BooksAudit> =>
  inSnapshot(dataSource, (snapshot) => auditBooks(snapshot, RULES, options.onCheck), options.signal);
