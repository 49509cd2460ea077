import { join } from 'node:path';
import { projectFiles, type SourceFile } from '../support/source-tree.js';

export const PAGES: readonly SourceFile[] = projectFiles().filter(({ path }) => path.endsWith('.md'));

const INDEX = 'docs/README.md';

const withoutBlocks = (text: string): string => text.replaceAll(/^```[^]*?^```$/gm, '');
export const linksIn = (text: string): string[] =>
  [...withoutBlocks(text).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
export const headingsIn = (text: string): string[] =>
  [...withoutBlocks(text).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading);

/** The pages of docs/, in the order in which the index links to them. */
export const INDEXED_PAGES: readonly string[] = linksIn(
  PAGES.find(({ path }) => path === INDEX)?.text ?? '',
).map((link) => join('docs', link));

/** A fenced block of a page. */
export interface Block {
  readonly page: string;
  /** The line of its first fence, from 1. */
  readonly line: number;
  readonly language: string;
  /** The info string after the language, such as `no-run`. */
  readonly marks: readonly string[];
  readonly text: string;
  /** Whether only blank lines separate it from the block before it. */
  readonly followsBlock: boolean;
}

const FENCE = /^```(.*)$/;

export function blocksOf({ path: page, text }: SourceFile): Block[] {
  const blocks: Block[] = [];
  let open: { line: number; info: string[]; lines: string[] } | undefined;
  let followsBlock = false;
  for (const [index, line] of text.split('\n').entries()) {
    const fence = FENCE.exec(line);
    if (fence === null) {
      if (open !== undefined) open.lines.push(line);
      else if (line.trim() !== '') followsBlock = false;
    } else if (open === undefined) {
      open = { line: index + 1, info: (fence[1] ?? '').trim().split(/\s+/), lines: [] };
    } else {
      const [language = '', ...marks] = open.info;
      blocks.push({ page, line: open.line, language, marks, text: open.lines.join('\n'), followsBlock });
      open = undefined;
      followsBlock = true;
    }
  }
  if (open !== undefined) throw new Error(`${page}:${open.line} opens a block that is never closed.`);
  return blocks;
}
