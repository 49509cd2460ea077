import { describe, expect, it } from '@jest/globals';
import * as accounts from '@florin/accounts';
import * as identity from '@florin/identity';
import * as ledger from '@florin/ledger';
import * as payments from '@florin/payments';
import {
  fillSections,
  stateMachinesOf,
  namesIn,
  sectionsOf,
  stateDiagram,
} from '../../tools/diagrams/sections.mjs';
import { projectFiles } from '../support/source-tree.js';
import { PAGES } from './pages.js';

const libraries = { accounts, identity, ledger, payments };
const sections = sectionsOf(libraries);

describe('generated sections of the pages', () => {
  it.each(PAGES.map(({ path, text }) => [path, text]))(
    'is up to date in %s (npm run diagrams)',
    (_, text) => {
      expect(text).toBe(fillSections(text, sections));
    },
  );

  it('is shown, each thing on some page', () => {
    const shown = PAGES.flatMap(({ text }) => namesIn(text));
    expect(shown.sort()).toEqual(Object.keys(sections).sort());
  });

  it('has a picture of every life that a library declares', () => {
    const declared = projectFiles()
      .filter(
        ({ path }) =>
          /^libs\/(?!kernel).*\/src\/.*(?<!\.spec)\.ts$/.test(path) && !path.includes('/testing/'),
      )
      .flatMap(({ text }) => text.match(/= stateMachine[<(]/g) ?? []);
    expect(Object.keys(stateMachinesOf(libraries))).toHaveLength(declared.length);
  });
});

describe('a state diagram', () => {
  it('begins at the first states, joins actions that lead the same way, and ends where nothing leads on', () => {
    const life = {
      initial: ['open'],
      transitions: { open: { shut: 'over', drop: 'over', knock: 'open' }, over: {} },
    };
    expect(stateDiagram(life)).toBe(
      [
        '```mermaid',
        'stateDiagram-v2',
        '  [*] --> open',
        '  open --> over : shut, drop',
        '  open --> open : knock',
        '  over --> [*]',
        '```',
      ].join('\n'),
    );
  });

  it('changes when the life does', () => {
    const { transitions } = ledger.TRANSACTION_STATE_MACHINE;
    const changed = { initial: ['pending'], transitions: { ...transitions, failed: { retry: 'pending' } } };
    expect(stateDiagram(changed)).not.toBe(sections['states of a transaction']);
  });

  it('is not made for an unknown name', () => {
    const page = '<!-- made by npm run diagrams: nonsense -->\n<!-- end -->';
    expect(() => fillSections(page, sections)).toThrow('nonsense');
  });
});
