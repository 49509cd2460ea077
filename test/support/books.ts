import { connect, createDataSource, verifyBooks } from '@florin/infrastructure';

/** What the audit finds wrong with the books, in words; nothing when they balance. */
export async function findingsInBooks(url: string): Promise<string[]> {
  const source = await connect(createDataSource({ url, poolSize: 1 }));
  try {
    const { checks } = await verifyBooks(source);
    return checks.flatMap(({ name, findings }) =>
      findings.map((finding) => `${name}: ${JSON.stringify(finding)}`),
    );
  } finally {
    await source.destroy();
  }
}

/** Ends a suite that moved money: whatever it did, the books must balance. */
export async function expectBooksToBalance(url: string): Promise<void> {
  const findings = await findingsInBooks(url);
  if (findings.length > 0) throw new Error(`The books do not balance.\n${findings.join('\n')}`);
}
