// Without a record of earlier runs, Jest starts the largest files first. The slowest ones are small, so the last of them would
// run alone. `tools/test-summary.mjs --slowest` lists the durations.
import Sequencer from '@jest/test-sequencer';

const SLOWEST = [
  'schemathesis',
  'query-plans',
  'checkout-states',
  'fuzz',
  'drills',
  'pages',
  'console-large',
  'ledger-concurrent-load',
  'simulation',
  'console-pages',
  'identity-hashing',
  'worker-embedded',
  'transfers-concurrent',
].map((name) => `/${name}.deep.spec.ts`);

const placeOf = ({ path }) => {
  const place = SLOWEST.findIndex((name) => path.endsWith(name));
  return place === -1 ? SLOWEST.length : place;
};

export default class SlowestFirst extends Sequencer {
  sort(tests) {
    return super.sort(tests).toSorted((one, other) => placeOf(one) - placeOf(other));
  }
}
