import type { IncomingMessage } from 'node:http';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { Lingerer, Lingering } from './lingering.js';

class Connection {
  destroyed = false;
  destroy = (): void => {
    this.destroyed = true;
  };
}

const requestOn = (socket: Connection): Lingerer => new Lingerer({ socket } as unknown as IncomingMessage);

let now: number;
let lingering: Lingering;

beforeEach(() => {
  now = 0;
  lingering = new Lingering({ requests: 2, bytes: 100 }, () => now);
});

const linger = (socket = new Connection()): Connection => {
  lingering.begin(requestOn(socket));
  return socket;
};

describe('requests that wait for their callers', () => {
  it('wait as long as they like while they are few', () => {
    const connections = [linger(), linger()];
    now = 60_000;
    expect(connections.map(({ destroyed }) => destroyed)).toEqual([false, false]);
  });

  it('are cut when there are too many, the one that has waited longest first', () => {
    const [first, second] = [linger(), linger()];
    now = 1_000;
    expect([linger(), first, second].map(({ destroyed }) => destroyed)).toEqual([false, true, false]);
    expect(lingering.count).toBe(2);
  });

  it('are not cut for what takes less than a second, however many there are', () => {
    const connections = Array.from({ length: 50 }, () => linger());
    expect(connections.some(({ destroyed }) => destroyed)).toBe(false);
  });

  it('are cut until there are few enough again', () => {
    const crowd = Array.from({ length: 50 }, () => linger());
    now = 1_000;
    const last = linger();
    expect(crowd.filter(({ destroyed }) => destroyed)).toHaveLength(49);
    expect([crowd.at(-1)?.destroyed, last.destroyed, lingering.count]).toEqual([false, false, 2]);
  });

  it('wait no more once the rest has come', () => {
    const connection = new Connection();
    const request = requestOn(connection);
    lingering.begin(request);
    lingering.end(request);
    now = 1_000;
    linger();
    linger();
    now = 5_000;
    linger();
    expect(connection.destroyed).toBe(false);
  });

  it.each([0, 1, 2])('keep their order when the one at %i leaves it, and may come again', (place) => {
    lingering = new Lingering({ requests: 3, bytes: 100 }, () => now);
    const connections = [new Connection(), new Connection(), new Connection()];
    const lingerers = connections.map(requestOn);
    for (const lingerer of lingerers) lingering.begin(lingerer);
    const leaving = lingerers[place] as Lingerer;
    expect([lingering.end(leaving), lingering.end(leaving), lingering.count]).toEqual([true, false, 2]);
    lingering.begin(leaving);
    now = 1_000;
    const order = [0, 1, 2].filter((index) => index !== place).concat(place);
    for (const [times, next] of order.entries()) {
      linger();
      expect(connections[next]?.destroyed).toBe(true);
      expect(connections.filter(({ destroyed }) => destroyed)).toHaveLength(times + 1);
    }
  });
});

describe('answers that nobody reads', () => {
  const leave = (bytes: number, socket = new Connection()): Connection => {
    lingering.begin(requestOn(socket), bytes);
    return socket;
  };

  beforeEach(() => {
    lingering = new Lingering({ requests: 1_000, bytes: 100 }, () => now);
  });

  it('may wait as long as they like while they take little room', () => {
    const connections = [leave(60), leave(40)];
    now = 60_000;
    leave(0);
    expect(connections.map(({ destroyed }) => destroyed)).toEqual([false, false]);
  });

  it('are cut off when they take too much of it, the connection with most of them first', () => {
    const small = leave(30);
    const many = leave(25);
    leave(25, many);
    const last = leave(40);
    now = 1_000;
    expect([linger(), small, many, last].map(({ destroyed }) => destroyed)).toEqual([
      false,
      false,
      true,
      false,
    ]);
    expect(lingering.count).toBe(3);
    leave(30);
    now = 2_000;
    linger();
    expect([small, last].map(({ destroyed }) => destroyed)).toEqual([false, false]);
  });

  it('are cut off until they take little room again, and of equal ones the oldest first', () => {
    const crowd = Array.from({ length: 50 }, () => leave(20));
    now = 1_000;
    linger();
    expect(crowd.map(({ destroyed }) => destroyed)).toEqual(crowd.map((_, place) => place < 45));
  });

  it('cost nobody else his place while the largest of them may still be read', () => {
    const slow = leave(90);
    now = 900;
    const large = leave(1_000);
    now = 1_800;
    linger();
    expect([slow.destroyed, large.destroyed]).toEqual([false, false]);
    now = 1_900;
    linger();
    expect([slow.destroyed, large.destroyed]).toEqual([false, true]);
  });

  it('are cut off also while others leave even more that may still be read', () => {
    const crowd = Array.from({ length: 50 }, () => leave(20));
    now = 1_000;
    const fresh = leave(1_000);
    expect(crowd.filter(({ destroyed }) => destroyed)).toHaveLength(45);
    expect(fresh.destroyed).toBe(false);
  });

  it('take no room once they were read', () => {
    const read = requestOn(new Connection());
    lingering.begin(read, 1_000);
    lingering.end(read);
    const other = leave(90);
    now = 1_000;
    linger();
    expect(other.destroyed).toBe(false);
  });
});
