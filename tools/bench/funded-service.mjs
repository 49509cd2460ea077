// The service under load in its own process, with funded accounts and a token for each.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { uuidFromId } from '@florin/kernel';
import { root } from '../command-line.mjs';

const ADMIN = { email: 'bench@example.com', password: randomBytes(16).toString('hex') };
const FUNDS = 1_000_000_000_000;
const CONCURRENCY = 8;

export async function startFundedService(databaseUrl, count) {
  const { child, url } = await startService(databaseUrl);
  const call = (method, path, token, body) => callJson(`${url}${path}`, method, token, body);
  const logIn = async (credentials) =>
    (await call('POST', '/v1/auth/login', undefined, credentials)).access_token;
  const admin = await logIn(ADMIN);

  const openAccount = async (number) => {
    const credentials = { email: `bench-${number}@example.com`, password: ADMIN.password };
    const { id } = await call('POST', '/v1/accounts', undefined, {
      ...credentials,
      name: 'Bench',
      type: 'business',
    });
    const credit = { account_id: id, amount: FUNDS, currency: 'USD', type: 'credit' };
    const { id: transactionId } = await call('POST', '/v1/transactions', admin, credit);
    await call('POST', `/v1/transactions/${transactionId}/settle`, admin, {});
    return { id, uuid: uuidFromId(id), credentials, token: await logIn(credentials) };
  };
  const accounts = [];
  for (let first = 0; first < count; first += CONCURRENCY) {
    const numbers = Array.from({ length: Math.min(CONCURRENCY, count - first) }, (_, index) => first + index);
    accounts.push(...(await Promise.all(numbers.map(openAccount))));
  }

  return {
    url,
    adminToken: admin,
    accountsFor: (where) => (where === 'hot' ? accounts.slice(0, 1) : accounts),
    usage: () => usageOf(url),
    async close() {
      if (child.exitCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

async function startService(databaseUrl) {
  const child = spawn(process.execPath, [join(root, 'apps/api/dist/main.js')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      DATABASE_URL: databaseUrl,
      PORT: '0',
      JWT_SECRET: randomBytes(32).toString('hex'),
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
      PASSWORD_COST: '4',
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'warn',
      // To profile the service: BENCH_NODE_OPTIONS='--cpu-prof' npm run bench
      ...(process.env.BENCH_NODE_OPTIONS && { NODE_OPTIONS: process.env.BENCH_NODE_OPTIONS }),
    },
  });
  const url = await new Promise((resolve, reject) => {
    let output = '';
    child.once('exit', (code) => reject(new Error(`The service exited with ${code}: ${output}`)));
    child.stdout.on('data', (chunk) => {
      output += chunk;
      const address = /the API listens on (\S+)/.exec(output)?.[1];
      if (address) resolve(address);
    });
  });
  return { child, url };
}

async function callJson(url, method, token, body) {
  const response = await fetch(url, {
    method,
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${url} returned ${response.status}: ${text}`);
  return JSON.parse(text);
}

/** The service caches its metrics for a second; waits until they are fresh. */
async function usageOf(url) {
  await sleep(1_100);
  const text = await (await fetch(`${url}/metrics`)).text();
  const value = (name) => Number(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'm').exec(text)?.[1] ?? NaN);
  return {
    cpuSeconds: value('process_cpu_seconds_total'),
    memoryBytes: value('process_resident_memory_bytes'),
  };
}
