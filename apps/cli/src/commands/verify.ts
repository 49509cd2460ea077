import {
  addVerifyRun,
  type AuditCheck,
  VERIFIED_RULES,
  type VerifiedBooks,
  verifyBooks,
} from '@florin/infrastructure';
import { type DataSource, withSchema } from '../database.js';
import { EXIT } from '../errors.js';
import type { CommonOptions, Run } from '../invocation.js';
import { withPublicIds } from '../public-ids.js';
import type { Report } from '../report.js';
import { indented, tableOf } from '../table.js';
import { count, plural, printable } from '../terminal.js';

const SHOWN_FINDINGS = 10;

export const run: Run<CommonOptions & { readonly verbose?: boolean }> = (invocation) => {
  const { options, terminal, report } = invocation;
  return withSchema(invocation, async (source) => {
    const progress = report.progress('verifying', VERIFIED_RULES, 'rules');
    let done = 0;
    const startedAt = new Date();
    const onCheck = (): void => {
      progress.update(++done);
    };
    const audit = await verifyBooks(source, { signal: terminal.signal, onCheck }).finally(() => {
      progress.stop();
    });
    await recordRun(source, startedAt, audit);
    const checks = audit.checks.map((check) => ({ ...check, findings: check.findings.map(withPublicIds) }));
    if (options.verbose === true) report.print(`${rulesTable(checks, report)}\n`);
    return printResult({ ...audit, checks }, report);
  });
};

/** For `GET /v1/admin/health`. A standby and a role that may only read can be verified, too. */
async function recordRun(source: DataSource, startedAt: Date, { checks }: VerifiedBooks): Promise<void> {
  const run = { startedAt, endedAt: new Date(), rules: checks.length, findings: findingsIn(checks) };
  await addVerifyRun(source, run).catch(() => undefined);
}

const findingsIn = (checks: readonly AuditCheck[]): number =>
  checks.reduce((sum, { broken }) => sum + broken, 0);

const RULE_COLUMNS = [
  { name: 'Result' },
  { name: 'Rule', wrapsAt: 16 },
  { name: 'Rows', align: 'right' },
] as const;

function rulesTable(checks: readonly AuditCheck[], { paint, width }: Report): string {
  const rows = checks.map(({ name, rows, broken }) => [
    broken === 0 ? paint('green', 'ok') : paint('red', 'broken'),
    name,
    count(rows),
  ]);
  return tableOf(RULE_COLUMNS, rows, width);
}

function printResult({ checks, notChained, notNumbered, erased }: VerifiedBooks, report: Report): number {
  const damages = checks.filter(({ broken }) => broken > 0);
  const findings = findingsIn(damages);
  if (damages.length > 0) report.print(`${damagesTable(damages, report)}\n`);
  for (const damage of damages) printFindings(damage, report);
  report.print(
    damages.length === 0
      ? `The ledger is consistent: ${plural(checks.length, 'rule')} hold.`
      : `The ledger is inconsistent: ${damages.length} of ${plural(checks.length, 'rule')} broken, ${plural(findings, 'finding')}.`,
  );
  if (notChained > 0) report.print(`Not chained yet: ${plural(notChained, 'event')}; run florin backfill.`);
  if (notNumbered > 0)
    report.print(`Not numbered yet: ${plural(notNumbered, 'entry', 'entries')}; run florin backfill.`);
  if (erased > 0) report.print(`Erased: ${plural(erased, 'event')}, with the hash from before.`);
  report.result({
    sound: damages.length === 0,
    findings,
    not_chained: notChained,
    not_numbered: notNumbered,
    erased,
    checks,
  });
  return damages.length === 0 ? EXIT.ok : EXIT.failure;
}

function damagesTable(damages: readonly AuditCheck[], { paint, width }: Report): string {
  const columns = [
    { name: 'Damage' },
    { name: 'Findings', align: 'right' },
    { name: 'Broken rule', wrapsAt: 16 },
  ] as const;
  const rows = damages.map(({ code, broken, name }) => [paint('red', code), count(broken), name]);
  return tableOf(columns, rows, width);
}

function printFindings({ code, broken, findings }: AuditCheck, { print, paint, width }: Report): void {
  print(paint('bold', code));
  for (const finding of findings.slice(0, SHOWN_FINDINGS)) {
    const fields = Object.entries(finding).map(([name, value]) => `${name}=${printable(String(value))}`);
    print(indented(fields.join(' '), width));
  }
  if (broken > SHOWN_FINDINGS) {
    print(`  … and ${count(broken - SHOWN_FINDINGS)} more (--json lists up to 100)`);
  }
  print('');
}
