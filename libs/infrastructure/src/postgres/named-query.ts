import type { Pool } from 'pg';
import type { DataSource } from 'typeorm';

/** A statement that the server parses and plans once for each connection, and then knows by its name. */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

/** Reads outside any SQL transaction, for questions that come by the thousand: TypeORM cannot name a statement. */
export async function readNamed<Row>(
  dataSource: DataSource,
  statement: Statement,
  values: readonly unknown[],
): Promise<Row[]> {
  // Not the pool's own `query`: that hands its client a callback, and a server that hangs would go unnoticed.
  const client = await (dataSource.driver as unknown as { readonly master: Pool }).master.connect();
  try {
    const { rows } = await client.query({ ...statement, values: [...values] });
    client.release();
    return rows as Row[];
  } catch (error) {
    // A connection on which a mere read failed is not worth keeping.
    client.release(true);
    throw error;
  }
}
