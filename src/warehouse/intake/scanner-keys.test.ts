import { expect, test } from 'vitest';
import { burstAfter, type KeyTarget, noKeys, type PressedKey } from './scanner-keys.ts';

type Key = Omit<PressedKey, 'atMs'>;

/** Codes recognised in these keys, typed `everyMs` apart. */
function typed(keys: readonly Key[], everyMs: number, target: KeyTarget) {
  let burst = noKeys;
  const found: string[] = [];
  keys.forEach((key, index) => {
    const after = burstAfter(burst, { ...key, atMs: index * everyMs }, target);
    burst = after.burst;
    if (after.scanned !== undefined) found.push(after.scanned);
  });
  return found;
}
const enter = { key: 'Enter', code: 'Enter' };
const keysOf = (text: string): Key[] => [...[...text].map((key) => ({ key, code: '' })), enter];
const code = 'TS-1234-5678-2';

test('what is typed faster than by hand and ends with Enter is a scan', () => {
  expect(typed(keysOf(code), 5, 'field')).toEqual([code]);
  expect(typed([...keysOf(code), ...keysOf('TS-1234-5678-1')], 10, 'nothing')).toEqual([
    code,
    'TS-1234-5678-1',
  ]);
});

test('typing in a field is no scan, nor are a few quick keys', () => {
  expect(typed(keysOf(code), 120, 'field')).toEqual([]);
  expect(typed(keysOf('12'), 5, 'nothing')).toEqual([]);
  expect(typed([enter, enter], 5, 'nothing')).toEqual([]);
});

test('a slow scanner or a busy device is heard where nothing is written', () => {
  expect(typed(keysOf(code), 200, 'nothing')).toEqual([code]);
  expect(typed(keysOf(code), 400, 'nothing')).toEqual([]);
});

test('the field for codes sends by itself what stands in it', () => {
  expect(typed(keysOf(code), 5, 'code-field')).toEqual([]);
});

test('a scan after some letters by hand is the scan alone', () => {
  let { burst } = burstAfter(noKeys, { key: 'x', code: 'KeyX', atMs: 0 }, 'field');
  const found = keysOf(code).map((key, index) => {
    const after = burstAfter(burst, { ...key, atMs: 1_000 + index }, 'field');
    burst = after.burst;
    return after.scanned;
  });
  expect(found.at(-1)).toBe(code);
});

test('while a Japanese input method takes the letters, their keys tell the code', () => {
  const places = [
    ...['KeyT', 'KeyS', 'Minus', 'Digit1', 'KeyA', 'Digit2', 'Digit3', 'Minus', 'Numpad4'],
    'Enter',
  ];
  const keys = places.map((place) => ({ key: 'Process', code: place }));
  for (const target of ['nothing', 'field', 'code-field'] as const) {
    expect(typed(keys, 5, target)).toEqual(['TS-1A23-4']);
  }
});

test('Shift before a capital breaks no code', () => {
  const keys = [...'TS-1234-A'].flatMap((key) => [
    { key: 'Shift', code: 'ShiftLeft' },
    { key, code: '' },
  ]);
  expect(typed([...keys, enter], 5, 'field')).toEqual(['TS-1234-A']);
});
