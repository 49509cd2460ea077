import { differencesFrom } from './expectations.js';
import { type Block, blocksOf, PAGES } from './pages.js';
import type { Shell } from './shell.js';
import type { RunningFlorin } from './running-florin.js';

export const isCommand = ({ language }: Block): boolean => language === 'sh';
export const isRun = (block: Block): boolean => isCommand(block) && !block.marks.includes('no-run');

export interface PageRun {
  readonly florin: Pick<RunningFlorin, 'url' | 'workerUrl'>;
  readonly shell: Shell;
  readonly path: string;
}

/** Pastes the commands of a page into the shell, block by block. Throws at the first block without the documented result. */
export async function runPage({ florin, shell, path }: PageRun): Promise<void> {
  const blocks = blocksOn(path);
  for (const [index, block] of blocks.entries()) {
    if (!isRun(block)) continue;
    const output = await run(() => shell.run(withPortsOf(florin, block.text)), block);
    const next = blocks[index + 1];
    const response = next?.language === 'json' && next.followsBlock ? next : undefined;
    const differences = differencesFrom(block, response, output);
    if (differences.length > 0)
      throw new Error(`${placeOf(block)}: ${differences.join('; ')}\n${block.text}\n${output}`);
  }
}

export const blocksOn = (path: string): Block[] =>
  PAGES.filter((page) => page.path === path).flatMap(blocksOf);

const placeOf = ({ page, line }: Block): string => `${page}:${line}`;

/** The pages name the default ports. The test uses free ones. */
export function withPortsOf({ url, workerUrl }: PageRun['florin'], text: string): string {
  return text.replaceAll('http://127.0.0.1:3000', url).replaceAll('http://127.0.0.1:3001', workerUrl);
}

async function run(work: () => Promise<string>, block: Block): Promise<string> {
  try {
    return await work();
  } catch (error) {
    throw new Error(`${placeOf(block)} failed.\n${block.text}\n${String(error)}`, { cause: error });
  }
}
