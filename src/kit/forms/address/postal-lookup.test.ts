import { describe, expect, test } from 'vitest';
import { candidatesIn, lookUpPostalCode } from './postal-lookup.ts';

const file = {
  cities: [
    ['愛知県', '弥富市'],
    ['三重県', '桑名郡木曽岬町'],
  ] as [string, string][],
  rows: [
    ['0000', 0],
    ['0000', 1],
    ['0003', 0, '前ケ平'],
    ['8501', 0, '前ケ平', '１－１'],
  ] as [string, number, string?, string?][],
};

const answering = (response: () => Response | Promise<Response>) => {
  const asked: string[] = [];
  const load = async (url: unknown) => {
    asked.push(String(url));
    return response();
  };
  return { asked, load: load as typeof fetch };
};

describe('candidatesIn', () => {
  test('joins city and area into the first line', () => {
    expect(candidatesIn(file, '4980003')).toEqual([
      { prefecture: '愛知県', line1: '弥富市前ケ平', line2: '' },
    ]);
  });

  test('gives the street of a code that is one company’s own', () => {
    expect(candidatesIn(file, '4988501')[0]?.line2).toBe('１－１');
  });

  test('gives every address of a code that spans prefectures', () => {
    expect(candidatesIn(file, '4980000').map(({ line1 }) => line1)).toEqual([
      '弥富市',
      '桑名郡木曽岬町',
    ]);
  });

  test('gives none for a code that is not there', () => {
    expect(candidatesIn(file, '4989999')).toEqual([]);
  });
});

describe('lookUpPostalCode', () => {
  test('asks for the file of a prefix once', async () => {
    const { asked, load } = answering(() => Response.json(file));
    await lookUpPostalCode('4980003', load);
    await lookUpPostalCode('4988501', load);
    expect(asked).toEqual(['/postal/498.json']);
  });

  test('finds nothing where no code begins with the prefix', async () => {
    const { load } = answering(() => new Response('', { status: 404 }));
    expect(await lookUpPostalCode('9990000', load)).toEqual([]);
  });

  test('says so when it is offline, and asks again the next time', async () => {
    const offline = answering(() => Promise.reject(new TypeError('Failed to fetch')));
    expect(await lookUpPostalCode('1000001', offline.load)).toBe('unavailable');
    const failing = answering(() => new Response('', { status: 503 }));
    expect(await lookUpPostalCode('1000001', failing.load)).toBe('unavailable');
    const online = answering(() => Response.json(file));
    expect(await lookUpPostalCode('1000003', online.load)).toHaveLength(1);
  });

  test('treats an answer that is no postal file as unavailable', async () => {
    const { load } = answering(() => new Response('<!doctype html>'));
    expect(await lookUpPostalCode('2000001', load)).toBe('unavailable');
  });
});
