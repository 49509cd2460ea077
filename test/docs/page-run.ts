import { failedExpectations } from './expectations.js';
import { type Block, blocksOf, PAGES } from './pages.js';
import { openShell } from './shell.js';
import type { RunningFlorin } from './running-florin.js';

export const isCommand = ({ language }: Block): boolean => language === 'sh';
export const isRun = (block: Block): boolean => isCommand(block) && !block.marks.includes('no-run');

/** What a test does between two blocks in place of the reader, given what the first of them printed. */
export type BetweenBlocks = (output: string) => Promise<void>;

export interface PageRun {
  readonly florin: RunningFlorin;
  readonly path: string;
  /** The page on which what this one goes on from is set up. */
  readonly after?: string;
  /** Commands to define before the first block. */
  readonly prologue?: string;
  readonly betweenBlocks?: BetweenBlocks;
  /** Commands that let time pass after each block, as it does for whoever reads before pasting on. */
  readonly pause?: string;
}

let runs = 0;

/** Pastes a page's commands, block by block, into one shell; throws at the first block that does not do as it says. */
export async function runPage({
  florin,
  path,
  after,
  prologue,
  betweenBlocks,
  pause,
}: PageRun): Promise<void> {
  const blocks = [...setupOf(after), ...blocksOn(path)];
  const mailDomain = `page-${(runs += 1)}.example.com`;
  const here = (text: string): string => toLocalUrls(text, mailDomain, florin);
  const shell = openShell({ ADMIN_PASSWORD: florin.adminPassword, DATA_DIR: florin.dataDir }, prologue);
  try {
    for (const [index, block] of blocks.entries()) {
      if (!isRun(block)) continue;
      const output = await run(() => shell.run(here(block.text)), block);
      const next = blocks[index + 1];
      const answer = next?.language === 'json' && next.followsBlock ? next : undefined;
      const promised = answer && { ...answer, text: here(answer.text) };
      const broken = failedExpectations({ ...block, text: here(block.text) }, promised, output);
      if (broken.length > 0)
        throw new Error(`${placeOf(block)}: ${broken.join('; ')}\n${block.text}\n${output}`);
      await betweenBlocks?.(output);
      if (pause !== undefined) await shell.run(pause);
    }
  } finally {
    await shell.end();
  }
}

export const blocksOn = (path: string): Block[] =>
  PAGES.filter((page) => page.path === path).flatMap(blocksOf);

const setupOf = (path: string | undefined): Block[] =>
  path === undefined ? [] : blocksOn(path).filter((block) => isRun(block) && block.marks.includes('setup'));

const placeOf = ({ page, line }: Block): string => `${page}:${line}`;

/**
 * Pages share a service here, and each brings its own ada@example.com; so each gets a mail domain of its own, and another one
 * when it is tried again. For the same reason the demo finds a database that has accounts, which it would leave alone.
 */
function toLocalUrls(text: string, mailDomain: string, { url, workerUrl }: RunningFlorin): string {
  return text
    .replaceAll('http://127.0.0.1:3000', url)
    .replaceAll('http://127.0.0.1:3001', workerUrl)
    .replaceAll('@example.com', `@${mailDomain}`)
    .replaceAll('florin -- demo', 'florin -- demo --force');
}

async function run(work: () => Promise<string>, block: Block): Promise<string> {
  try {
    return await work();
  } catch (error) {
    throw new Error(`${placeOf(block)} failed.\n${block.text}\n${String(error)}`, { cause: error });
  }
}
