import { expect, it } from '@jest/globals';
import { initialsOf } from './initials.js';

it.each([
  ['Teehaus Ada', 'TA'],
  ['ada', 'A'],
  ['The Long Name Company', 'TL'],
  ['<script>alert(1)</script>', 'SA'],
  ['👋 42 crème', '4C'],
  ['…', ''],
])('of %s are %s', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});
