import { addUser } from './account-holders.js';
import { sql } from './payments.js';
import type { RunningApi } from './running-api.js';

/** Another admin. By SQL, because the API cannot create one. */
export async function addAdmin(api: RunningApi): ReturnType<typeof addUser> {
  const admin = await addUser(api);
  await sql(api.databaseUrl, `UPDATE users SET role = 'admin' WHERE email = $1`, [admin.email]);
  return admin;
}
