import { type AuditCheck, VERIFIED_RULES, verifyBooks } from '@florin/infrastructure';
import type { Run } from '../command.js';
import { requireSchema, withDatabase } from '../database.js';
import { EXIT } from '../errors.js';
import { type Report, reportFor } from '../reporting.js';
import { spelled } from '../spelled.js';
import { count, plural, printable } from '../terminal.js';

const SHOWN_FINDINGS = 10;

export const run: Run = (invocation) => {
  const { options, terminal } = invocation;
  const report = reportFor(invocation);
  return withDatabase(options, terminal, 'looks', async (source) => {
    await requireSchema(source);
    const progress = report.progress('verifying', VERIFIED_RULES, 'rules');
    let done = 0;
    progress.reach(done);
    const { checks } = await verifyBooks(source, {
      signal: terminal.signal,
      onCheck: () => {
        progress.reach(++done);
      },
    }).finally(() => {
      progress.end();
    });
    tellChecks(checks.map(withIds), report);
    return checks.every(({ broken }) => broken === 0) ? EXIT.ok : EXIT.failure;
  });
};

function tellChecks(checks: readonly AuditCheck[], report: Report): void {
  const width = Math.max(...checks.map(({ name }) => name.length));
  for (const check of checks) {
    const isSound = check.broken === 0;
    const mark = isSound ? report.paint('green', 'ok   ') : report.paint('red', 'WRONG');
    const found = isSound ? '' : `  ${report.paint('bold', check.code)}: ${plural(check.broken, 'finding')}`;
    report.say(`${mark}  ${check.name.padEnd(width)}  ${count(check.rows).padStart(11)} checked${found}`);
    for (const finding of check.findings.slice(0, SHOWN_FINDINGS)) report.say(`       ${describe(finding)}`);
    if (check.broken > SHOWN_FINDINGS) {
      report.say(`       … and ${count(check.broken - SHOWN_FINDINGS)} more (--json shows a hundred)`);
    }
  }
  const broken = checks.filter((check) => check.broken > 0);
  const findings = broken.reduce((sum, check) => sum + check.broken, 0);
  report.say(
    broken.length === 0
      ? `The books are sound: ${plural(checks.length, 'rule')} hold.`
      : `The books are damaged: ${broken.length} of ${plural(checks.length, 'rule')} broken, ${plural(findings, 'finding')}.`,
  );
  report.tell({ sound: broken.length === 0, findings, checks });
}

const describe = (finding: Readonly<Record<string, unknown>>): string =>
  Object.entries(finding)
    .map(([name, value]) => `${name}=${printable(String(value))}`)
    .join(' ');

const withIds = (check: AuditCheck): AuditCheck => ({ ...check, findings: check.findings.map(spelled) });
