import type { Block } from './pages.js';

/**
 * Differences between the output of a block and its page. A comment `# → text` must be in the output, in the order of the
 * comments. The last response must contain the JSON block directly below. An error code needs a comment that names it.
 */
export function differencesFrom(block: Block, response: Block | undefined, output: string): string[] {
  return [
    ...missing(commentsIn(block), output),
    ...unexpectedErrors(block, output),
    ...(response === undefined
      ? []
      : differences(JSON.parse(response.text), responsesIn(output).at(-1), 'the response')),
  ];
}

export const commentsIn = ({ text }: Block): string[] =>
  [...text.matchAll(/# → (.+)$/gm)].map(([, expectation = '']) => expectation.trim());

function missing(expectations: readonly string[], output: string): string[] {
  let from = 0;
  for (const expectation of expectations) {
    const found = output.indexOf(expectation, from);
    if (found === -1) return [`${expectation} was expected and is not in the output, or not in this order`];
    from = found + expectation.length;
  }
  return [];
}

function unexpectedErrors(block: Block, output: string): string[] {
  const expectations = commentsIn(block);
  return responsesIn(output)
    .map((body) => (body as { error?: unknown }).error)
    .filter(
      (code) => typeof code === 'string' && !expectations.some((expectation) => expectation.includes(code)),
    )
    .map((code) => `${String(code)} was returned and not expected`);
}

function responsesIn(output: string): object[] {
  return output.split('\n').flatMap((line) => {
    try {
      const value: unknown = JSON.parse(line);
      return typeof value === 'object' && value !== null ? [value] : [];
    } catch {
      return [];
    }
  });
}

/** Where the actual value differs from the expected one. `…` in an expected text matches any characters. */
function differences(expected: unknown, actual: unknown, where: string): string[] {
  if (typeof expected === 'string' && expected.includes('…')) {
    const pattern = expected.split('…').map(escaped).join('.*');
    if (typeof actual === 'string' && new RegExp(`^${pattern}$`, 's').test(actual)) return [];
  } else if (typeof expected === 'object' && expected !== null) {
    if (typeof actual === 'object' && actual !== null) {
      const fields = actual as Record<string, unknown>;
      return Object.entries(expected).flatMap(([name, value]) =>
        differences(value, fields[name], `${where}.${name}`),
      );
    }
  } else if (expected === actual) {
    return [];
  }
  return [`${where} should be ${JSON.stringify(expected)} and is ${JSON.stringify(actual)}`];
}

const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);
