import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { uuidV7Source } from './uuid-v7.js';

const constant = (value: number) => () => value;
const word = fc.integer({ min: 0, max: 2 ** 32 - 1 });
const MILLISECONDS = 0x0192_3456_789a;

const timeOf = (uuid: string) => Number.parseInt(uuid.replaceAll('-', '').slice(0, 12), 16);

describe('a UUIDv7', () => {
  it('has timestamp, version, counter and variant as in RFC 9562', () => {
    const generate = uuidV7Source(() => MILLISECONDS, constant(0));
    expect(generate()).toBe('01923456-789a-7000-8000-000000000000');
    expect(generate()).toBe('01923456-789a-7001-8000-000000000000');
    expect(uuidV7Source(() => MILLISECONDS, constant(0xffff_ffff))()).toBe(
      '01923456-789a-77ff-bfff-ffffffffffff',
    );
  });

  it('contains all random bits', () => {
    const random = [0x123, 0xdead_beef, 0x0123_4567];
    const generate = uuidV7Source(
      () => MILLISECONDS,
      () => random.shift()!,
    );
    expect(generate()).toBe('01923456-789a-7123-9ead-beef01234567');
  });

  it('contains the timestamp in milliseconds', () => {
    const times = fc.integer({ min: 1, max: 2 ** 48 - 2 });
    fc.assert(
      fc.property(times, word, (milliseconds, random) => {
        const uuid = uuidV7Source(
          () => milliseconds,
          () => random,
        )();
        expect(timeOf(uuid)).toBe(milliseconds);
        expect(uuid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
      }),
    );
  });
});

describe('uuidV7Source', () => {
  it('generates in order while the clock is adjusted', () => {
    const steps = fc.array(fc.integer({ min: -50, max: 5_000 }), { minLength: 2, maxLength: 200 });
    fc.assert(
      fc.property(steps, fc.infiniteStream(word), (clock, random) => {
        let now = MILLISECONDS;
        let turn = 0;
        const generate = uuidV7Source(
          () => (now += clock[turn++ % clock.length] ?? 0),
          () => random.next().value as number,
        );
        const generated = clock.map(generate);
        expect([...generated].sort()).toEqual(generated);
        expect(new Set(generated).size).toBe(generated.length);
      }),
    );
  });

  it('generates in order within one millisecond, also when the counter overflows', () => {
    const generate = uuidV7Source(() => MILLISECONDS, constant(0xffff_ffff));
    const generated = Array.from({ length: 10_000 }, generate);
    expect([...generated].sort()).toEqual(generated);
    expect(new Set(generated).size).toBe(generated.length);
    expect(timeOf(generated.at(-1)!) - MILLISECONDS).toBeLessThan(5);
  });

  it.each([1, 1_000, 10_000])('keeps its timestamp when the clock steps back by %d ms', (step) => {
    let now = MILLISECONDS;
    const generate = uuidV7Source(() => now, constant(7));
    const before = generate();
    now -= step;
    const after = generate();
    expect(after > before).toBe(true);
    expect(timeOf(after)).toBe(MILLISECONDS);
  });

  it.each([10_001, 86_400_000])('follows the clock when it was %d ms ahead', (step) => {
    let now = MILLISECONDS + step;
    const generate = uuidV7Source(() => now, constant(7));
    generate();
    now = MILLISECONDS;
    const [first, second] = [generate(), generate()];
    expect(timeOf(first)).toBe(MILLISECONDS);
    expect(second > first).toBe(true);
  });
});
