import { html, type Html } from './html.js';
import type { Texts } from './texts/texts.js';

export interface PageParts {
  readonly texts: Texts;
  readonly title: string;
  readonly content: Html;
  readonly testMode: boolean;
}

/** Relative to the page: a proxy may add a path prefix. */
export interface AssetPaths {
  readonly style: string;
  readonly script: string;
  readonly icon: string;
}

export function documentOf({ texts, title, content, testMode }: PageParts, assets: AssetPaths): string {
  const badge = html`<footer class="badge">${texts.testMode}</footer>`;
  const page = html`<html lang="${texts.language}">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="robots" content="noindex, nofollow" />
      <meta name="color-scheme" content="light dark" />
      <meta name="format-detection" content="telephone=no" />
      <title>${title}</title>
      <link rel="icon" type="image/svg+xml" href="${assets.icon}" />
      <link rel="stylesheet" href="${assets.style}" />
      <script src="${assets.script}" defer></script>
    </head>
    <body>
      <main class="sheet">${content}</main>
      ${testMode && badge}
    </body>
  </html>`;
  return `<!doctype html>\n${page.markup}\n`;
}

export type Mark = 'done' | 'wait' | 'stop' | 'warn';

// On a 24 × 24 grid, in the color of the text.
const DRAWINGS: Readonly<Record<Mark, Html>> = {
  done: html`<path d="M5 12.5l4.5 4.5L19 7.5" />`,
  wait: html`<path d="M12 6.5V12l3.5 2" />`,
  stop: html`<path d="M7.5 7.5l9 9m0-9l-9 9" />`,
  warn: html`<path d="M12 6.5v7m0 3.2v.1" />`,
};

/** Hidden from screen readers: the text has the same meaning. */
export const markOf = (mark: Mark): Html =>
  html`<svg class="mark mark-${mark}" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    ${DRAWINGS[mark]}
  </svg>`;
