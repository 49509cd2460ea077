import { projectFiles, type SourceFile } from '../support/source-tree.js';

/** Everything that is written for people to read. */
export const PAGES: readonly SourceFile[] = projectFiles().filter(({ path }) => path.endsWith('.md'));

/** A fenced block of a page. */
export interface Block {
  readonly page: string;
  /** Of its first fence, from 1. */
  readonly line: number;
  readonly language: string;
  /** What stands behind the language: `no-run`, `setup`. */
  readonly marks: readonly string[];
  readonly text: string;
  /** Whether nothing but blank lines lies between it and the block before it. */
  readonly followsBlock: boolean;
}

const FENCE = /^```(.*)$/;

export function blocksOf({ path: page, text }: SourceFile): Block[] {
  const blocks: Block[] = [];
  let open: { line: number; words: string[]; lines: string[] } | undefined;
  let followsBlock = false;
  for (const [index, line] of text.split('\n').entries()) {
    const fence = FENCE.exec(line);
    if (fence === null) {
      if (open !== undefined) open.lines.push(line);
      else if (line.trim() !== '') followsBlock = false;
    } else if (open === undefined) {
      open = { line: index + 1, words: (fence[1] ?? '').trim().split(/\s+/), lines: [] };
    } else {
      const [language = '', ...marks] = open.words;
      blocks.push({ page, line: open.line, language, marks, text: open.lines.join('\n'), followsBlock });
      open = undefined;
      followsBlock = true;
    }
  }
  if (open !== undefined) throw new Error(`${page}:${open.line} opens a block that nothing closes.`);
  return blocks;
}
