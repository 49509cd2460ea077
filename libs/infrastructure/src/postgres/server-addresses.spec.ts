import { describe, expect, it } from '@jest/globals';
import { BadSetting, settingReader } from '../settings/setting-reader.js';
import { readDatabaseUrl } from '../settings/shared-settings.js';
import { readServerAddresses } from './server-addresses.js';

const namesOf = (url: string): string[] =>
  readServerAddresses(url).servers.map(({ host, port }) => `${host} ${port}`);

describe('a database URL', () => {
  it('with one server is handed on as it was written, and that server is taken as it is', () => {
    for (const url of [
      'postgres://florin:p%40ss,word@db:5433/florin?sslmode=verify-full&sslrootcert=system',
      'postgresql:///florin?host=/run/postgresql&user=florin',
      'postgres://florin@[::1]/florin',
    ]) {
      const { servers, target } = readServerAddresses(url);
      expect(servers).toHaveLength(1);
      expect(servers[0].url).toBe(url);
      expect(target).toBeUndefined();
    }
  });

  it('with several stands for one URL each, and the one that takes writes is wanted', () => {
    const { servers, target, place } = readServerAddresses(
      'postgres://florin:s,e%40cret@db1:6432,db2,[fd00::2]:5433/florin?sslmode=require&target_session_attrs=read-write',
    );
    expect(servers).toEqual([
      { host: 'db1', port: 6432, url: 'postgres://florin:s,e%40cret@db1:6432/florin?sslmode=require' },
      { host: 'db2', port: 5432, url: 'postgres://florin:s,e%40cret@db2/florin?sslmode=require' },
      {
        host: 'fd00::2',
        port: 5433,
        url: 'postgres://florin:s,e%40cret@[fd00::2]:5433/florin?sslmode=require',
      },
    ]);
    expect(target).toBe('read-write');
    expect(place).toBe('db1:6432,db2,[fd00::2]:5433/florin');
  });

  it('asks for writes when it names several servers, and otherwise when it says so', () => {
    const target = (url: string) => readServerAddresses(url).target;
    expect(target('postgres://db1,db2/florin')).toBe('read-write');
    expect(target('postgres://db1,db2/florin?target_session_attrs=primary')).toBe('primary');
    expect(target('postgres://db1/florin?target_session_attrs=read-write')).toBe('read-write');
    expect(target('postgres://db1/florin?target_session_attrs=any')).toBeUndefined();
  });

  it('keeps its credentials out of the place it names', () => {
    expect(readServerAddresses('postgres://florin:hunter2@db1,db2/florin').place).toBe('db1,db2/florin');
    expect(namesOf('postgres://florin:hunter2@db1,db2/florin')).toEqual(['db1 5432', 'db2 5432']);
  });

  it.each([
    ['mysql://db/florin', /must look like postgres:\/\//],
    ['db1,db2', /must look like postgres:\/\//],
    ['postgres://db1:54x2,db2/florin', /must look like .* host1:5432,host2:5432/],
    ['postgres://db1:99999,db2/florin', /must look like/],
    ['postgres://florin:hunter2@db1,/florin', /has a comma with no server beside it/],
    ['postgres://florin:hunter2@db1,db1:5432/florin', /names the server db1:5432 twice/],
    ['postgres://florin:hunter2@/florin?host=db1,db2', /must name its servers before the database/],
    ['postgres://db1,db2/florin?target_session_attrs=any', /must have read-write or primary/],
    ['postgres://db1,db2/florin?target_session_attrs=standby', /must have read-write or primary/],
    ['postgres://db1/florin?target_session_attrs=prefer-standby', /must have read-write or primary/],
  ])('is refused as a setting, without repeating it, when it is %s', (url, words) => {
    const read = () => readDatabaseUrl(settingReader({ DATABASE_URL: url }));
    expect(read).toThrow(BadSetting);
    expect(read).toThrow(/^DATABASE_URL /);
    expect(read).toThrow(words);
    expect(read).not.toThrow(/hunter2/);
  });
});
