import { describe, expect, it } from '@jest/globals';
import * as accounts from '@florin/accounts';
import * as identity from '@florin/identity';
import * as ledger from '@florin/ledger';
import * as payments from '@florin/payments';
import * as webhooks from '@florin/webhooks';
import {
  fillSections,
  stateMachinesOf,
  namesIn,
  sectionsOf,
  stateDiagram,
} from '../../tools/diagrams/sections.mjs';
import { projectFiles } from '../support/source-tree.js';
import { PAGES } from './pages.js';

const libraries = { accounts, identity, ledger, payments, webhooks };
const sections = sectionsOf(libraries);

describe('generated sections of the pages', () => {
  it.each(PAGES.map(({ path, text }) => [path, text]))(
    'are up to date in %s (npm run diagrams)',
    (_, text) => {
      expect(text).toBe(fillSections(text, sections));
    },
  );

  it('are all included in a page', () => {
    const included = PAGES.flatMap(({ text }) => namesIn(text));
    expect(included.sort()).toEqual(Object.keys(sections).sort());
  });

  it('contain a diagram of every declared state machine', () => {
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
  it('has initial states, one arrow for all actions between two states, and final states', () => {
    const stateMachine = {
      initial: ['open'],
      transitions: { open: { settle: 'closed', cancel: 'closed', update: 'open' }, closed: {} },
    };
    expect(stateDiagram(stateMachine)).toBe(
      [
        '```mermaid',
        'stateDiagram-v2',
        '  [*] --> open',
        '  open --> closed : settle, cancel',
        '  open --> open : update',
        '  closed --> [*]',
        '```',
      ].join('\n'),
    );
  });

  it('changes with the state machine', () => {
    const { transitions } = ledger.TRANSACTION_STATE_MACHINE;
    const changed = { initial: ['pending'], transitions: { ...transitions, failed: { retry: 'pending' } } };
    expect(stateDiagram(changed)).not.toBe(sections['states of a transaction']);
  });

  it('fails for an unknown name', () => {
    const page = '<!-- made by npm run diagrams: no such section -->\n<!-- end -->';
    expect(() => fillSections(page, sections)).toThrow('no such section');
  });
});
