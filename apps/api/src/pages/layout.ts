import type { CommonTexts } from './common-texts.js';
import { html, type Html } from './html.js';

interface PageParts {
  readonly texts: CommonTexts;
  readonly title: string;
  readonly content: Html;
  /** The folder of the pages, relative to the page. */
  readonly root: string;
  /** A stylesheet of the brand, relative to `root`. */
  readonly brandStyle?: string | undefined;
  /** At the end of the page. */
  readonly footer?: Html | false;
}

/** Relative to the folder of the pages: a proxy may add a path prefix. */
export interface AssetPaths {
  readonly style: string;
  readonly icon: string;
  readonly script?: string;
}

export function documentOf(parts: PageParts, assets: AssetPaths): string {
  const { texts, title, content, root, brandStyle, footer } = parts;
  const { language: lang, direction } = texts;
  const language = direction === 'rtl' ? html`lang="${lang}" dir="rtl"` : html`lang="${lang}"`;
  const brand = brandStyle !== undefined && html`<link rel="stylesheet" href="${root}${brandStyle}" />`;
  const { script } = assets;
  const page = html`<html ${language}>
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="robots" content="noindex, nofollow" />
      <meta name="color-scheme" content="light dark" />
      <meta name="format-detection" content="telephone=no" />
      <title>${title}</title>
      <link rel="icon" type="image/svg+xml" href="${root}${assets.icon}" />
      <link rel="stylesheet" href="${root}${assets.style}" />
      ${brand} ${script !== undefined && html`<script src="${root}${script}" defer></script>`}
    </head>
    <body>
      <main class="sheet">${content}</main>
      ${footer}
    </body>
  </html>`;
  return `<!doctype html>\n${page.markup}\n`;
}

export type Mark = 'done' | 'wait' | 'stop' | 'warn' | 'ended';

// On a 24 × 24 grid, in the color of the text.
const DRAWINGS: Readonly<Record<Mark, Html>> = {
  done: html`<path d="M5 12.5l4.5 4.5L19 7.5" />`,
  wait: html`<path d="M12 6.5V12l3.5 2" />`,
  stop: html`<path d="M7.5 7.5l9 9m0-9l-9 9" />`,
  ended: html`<path d="M6.5 12h11" />`,
  warn: html`<path d="M12 6.5v7m0 3.2v.1" />`,
};

/** Hidden from screen readers: the text has the same meaning. */
export const markOf = (mark: Mark): Html =>
  html`<svg class="mark mark-${mark}" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    ${DRAWINGS[mark]}
  </svg>`;
