import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { provideChromium } from '../browser/chromium.js';
import { headingOf, launch, payWith, visit } from '../browser/payment-page-driver.js';
import { blocksOn, withPortsOf } from './page-run.js';
import { openShell, type Shell } from './shell.js';
import { type RunningFlorin, startWithDefaults } from './running-florin.js';

let florin: RunningFlorin;
let shell: Shell;

beforeAll(async () => {
  florin = await startWithDefaults();
  shell = openShell({});
});

afterAll(async () => {
  await shell.end();
  await florin.stop();
});

describe('the example in README.md', () => {
  it('requests a payment that the customer makes in a browser', async () => {
    const owner = { email: 'ada@example.com', password: 'correct horse battery' };
    const settings = { currency: 'EUR' };
    await post('/v1/accounts', { ...owner, name: 'Ada Ltd', type: 'business', settings });
    const { access_token: token } = await post('/v1/auth/login', owner);
    const { key = '' } = await post('/v1/api_keys', { name: 'README' }, token);

    const address = await startExample(key);
    await payAt(address);
    expect(await shell.run('wait $EXAMPLE && cat example.log')).toBe(`${address}\nsucceeded\n`);
  });
});

async function post(path: string, body: object, token?: string): Promise<Record<string, string>> {
  const headers = {
    'content-type': 'application/json',
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  };
  const response = await fetch(florin.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
  expect(response.ok).toBe(true);
  return (await response.json()) as Record<string, string>;
}

/** Returns the address that it prints before it waits for the payment. */
async function startExample(key: string): Promise<string> {
  const examples = blocksOn('README.md').filter(({ language }) => language === 'ts');
  expect(examples).toHaveLength(1);
  const program = withPortsOf(florin, examples[0]?.text ?? '');
  await shell.run(`cat > example.mjs <<'EOF'
${program}
EOF
FLORIN_KEY=${key} node example.mjs > example.log 2>&1 & EXAMPLE=$!`);
  const output = await shell.run('until [ -s example.log ]; do sleep 0.1; done; cat example.log');
  expect(output).toMatch(/^http\S+\/pay\/\S+\n$/);
  return output.trim();
}

/** Without a browser on this machine, posts the form as a browser does. */
async function payAt(address: string): Promise<void> {
  const chromium = provideChromium((line) => process.stderr.write(`florin: ${line}\n`));
  if (chromium === undefined) {
    const body = new URLSearchParams({ number: '4242 4242 4242 4242', expiry: '12/39', code: '123' });
    expect((await fetch(address, { method: 'POST', body })).status).toBe(200);
    return;
  }
  const browser = await launch(chromium);
  try {
    const { page } = await visit(browser, address);
    await payWith(page, '4242 4242 4242 4242');
    await page.locator('[role=status]').waitFor();
    expect(await headingOf(page)).not.toEqual([]);
  } finally {
    await browser.close();
  }
}
