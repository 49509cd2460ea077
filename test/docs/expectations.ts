import type { Block } from './pages.js';

/**
 * What a page promises about a block and the block did not keep. A promise is a comment `# → text`, which has to be
 * found in the output, in the order of the comments; or a JSON block right below, which the last answer has to contain.
 * A refusal that no comment announces is a broken promise too, for nobody writes down a request to see it fail.
 */
export function failedExpectations(block: Block, answer: Block | undefined, output: string): string[] {
  return [
    ...missingOutputs(expectedOutputs(block), output),
    ...unexpectedErrors(block, output),
    ...(answer === undefined
      ? []
      : differences(JSON.parse(answer.text), jsonLinesIn(output).at(-1), 'the answer')),
  ];
}

export const expectedOutputs = ({ text }: Block): string[] =>
  [...text.matchAll(/# → (.+)$/gm)].map(([, promise = '']) => promise.trim());

function missingOutputs(promises: readonly string[], output: string): string[] {
  let from = 0;
  for (const promise of promises) {
    const found = output.indexOf(promise, from);
    if (found === -1) return [`${promise} was promised and is not in the output, or not in this order`];
    from = found + promise.length;
  }
  return [];
}

function unexpectedErrors(block: Block, output: string): string[] {
  const promises = expectedOutputs(block);
  return jsonLinesIn(output)
    .map((body) => (body as { error?: unknown }).error)
    .filter((code) => typeof code === 'string' && !promises.some((promise) => promise.includes(code)))
    .map((code) => `${String(code)} was answered and not promised`);
}

function jsonLinesIn(output: string): object[] {
  return output.split('\n').flatMap((line) => {
    try {
      const value: unknown = JSON.parse(line);
      return typeof value === 'object' && value !== null ? [value] : [];
    } catch {
      return [];
    }
  });
}

/** Where the real value lacks something of the promised one. `…` in a promised text stands for any characters. */
function differences(promised: unknown, real: unknown, where: string): string[] {
  if (typeof promised === 'string' && promised.includes('…')) {
    const pattern = promised.split('…').map(escaped).join('.*');
    if (typeof real === 'string' && new RegExp(`^${pattern}$`, 's').test(real)) return [];
  } else if (typeof promised === 'object' && promised !== null) {
    if (typeof real === 'object' && real !== null) {
      const fields = real as Record<string, unknown>;
      return Object.entries(promised).flatMap(([name, value]) =>
        differences(value, fields[name], `${where}.${name}`),
      );
    }
  } else if (promised === real) {
    return [];
  }
  return [`${where} should be ${JSON.stringify(promised)} and is ${JSON.stringify(real)}`];
}

const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);
