import { type Asset, readAsset } from '../http/asset.js';
import { SCALAR_VERSION } from './scalar-script.js';

const STYLE = readAsset('reference.css', 'text/css; charset=utf-8');
const SCRIPT = readAsset('reference.js', 'text/javascript; charset=utf-8');
const ICON = readAsset('icon.svg', 'image/svg+xml');

export const ASSETS: readonly Asset[] = [STYLE, SCRIPT, ICON];

const linkTo = ({ name, version }: Asset): string => `${name}?v=${version}`;

/** `folder` is the path from the page to its files. It is relative: a proxy may serve Florin below a path. */
export const referencePage = (folder: string): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>Florin API reference</title>
    <link rel="icon" type="image/svg+xml" href="${folder}${linkTo(ICON)}" />
    <link rel="stylesheet" href="${folder}${linkTo(STYLE)}" />
  </head>
  <body>
    <noscript>The API reference needs JavaScript. The OpenAPI document is at <code>/openapi.json</code>.</noscript>
    <div id="reference"></div>
    <script src="${folder}scalar.js?v=${SCALAR_VERSION}"></script>
    <script src="${folder}${linkTo(SCRIPT)}"></script>
  </body>
</html>
`;
