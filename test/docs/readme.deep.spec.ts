import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { provideChromium } from '../browser/chromium.js';
import { headingOf, launch, payWith, visit } from '../browser/payment-page-driver.js';
import { blocksOn, isRun, runPage } from './page-run.js';
import { type RunningFlorin, startWithDefaults } from './running-florin.js';

let florin: RunningFlorin;

beforeAll(async () => {
  florin = await startWithDefaults();
});

afterAll(() => florin.stop());

/**
 * The tour waits for the worker to settle. How long that takes depends on the machine, so the test waits as long. Before
 * the login and after the end of the account there is nothing to wait for.
 */
const PATIENT_SLEEP = `sleep() {
  for _ in {1..300}; do
    case "$(api '/v1/transactions?status=pending')" in *'"data":[]'* | *unauthorized*) return 0 ;; esac
    command sleep 0.1
  done
  return 1
}`;

describe('the tour in README.md', () => {
  it('does what it says, with a payment in a browser, for whoever takes their time over each step', async () => {
    let paid = 0;
    const reader = async (output: string): Promise<void> => {
      const address = /^http\S+\/pay\/\S+$/.exec(output.trim())?.[0];
      if (address === undefined) return;
      await payAt(address);
      paid += 1;
    };
    expect(blocksOn('README.md').filter(isRun).length).toBeGreaterThan(6);
    await runPage({
      florin,
      path: 'README.md',
      prologue: PATIENT_SLEEP,
      betweenBlocks: reader,
      pause: 'sleep 12',
    });
    expect(paid).toBe(1);
  });
});

/** Where there is no browser the form is sent as one would send it. */
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
