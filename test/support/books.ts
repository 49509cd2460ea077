import { auditBooks } from '@florin/infrastructure';
import pg from 'pg';

/** What the audit finds wrong with the books, in words; nothing when they balance. */
export async function findingsInBooks(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const query = async (text: string) => (await client.query(text)).rows as never;
    const { checks } = await auditBooks({ query });
    return checks.flatMap(({ name, findings }) =>
      findings.map((finding) => `${name}: ${JSON.stringify(finding)}`),
    );
  } finally {
    await client.end();
  }
}

/** Ends a suite that moved money: whatever it did, the books must balance. */
export async function expectBooksToBalance(url: string): Promise<void> {
  const findings = await findingsInBooks(url);
  if (findings.length > 0) throw new Error(`The books do not balance.\n${findings.join('\n')}`);
}
