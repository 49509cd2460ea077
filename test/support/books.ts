import { connect, createDataSource, verifyBooks } from '@florin/infrastructure';

/** The findings of `florin verify`; empty if the ledger balances. */
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

export async function expectBooksToBalance(url: string): Promise<void> {
  const findings = await findingsInBooks(url);
  if (findings.length > 0) throw new Error(`The ledger does not balance.\n${findings.join('\n')}`);
}
