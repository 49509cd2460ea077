import { describe, expect, it } from '@jest/globals';
import { STATUS } from '../../apps/api/src/common/errors/codes.js';
import { PAGES } from './pages.js';

const page = PAGES.find(({ path }) => path === 'docs/errors.md')?.text ?? '';
const sections = page.split(/^### /m).slice(1);

describe('docs/errors.md', () => {
  it('has a section for each code, with its status, and no other', () => {
    const listed = sections.map((section) => section.split('\n')[0]);
    expect(listed.sort()).toEqual(
      Object.entries(STATUS)
        .map(([code, status]) => `\`${code}\` · ${status}`)
        .sort(),
    );
  });

  it.each(sections.map((section) => [section.split('\n')[0] ?? '', section]))(
    'has a solution for %s',
    (_, section) => {
      expect(section).toMatch(/^\*\*What to do:\*\* \S/m);
    },
  );
});
