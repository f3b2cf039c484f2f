import { expect, test } from 'vitest';
import { burstAfter, noKeys, type PressedKey } from './scanner-keys.ts';

/** What was scanned after these keys, `everyMs` apart. */
function typed(keys: readonly Omit<PressedKey, 'atMs'>[], everyMs: number) {
  let burst = noKeys;
  const found: string[] = [];
  keys.forEach((key, index) => {
    const after = burstAfter(burst, { ...key, atMs: index * everyMs });
    burst = after.burst;
    if (after.scanned !== undefined) found.push(after.scanned);
  });
  return found;
}
const enter = { key: 'Enter', code: 'Enter' };
const keysOf = (text: string) => [...[...text].map((key) => ({ key, code: '' })), enter];

test('what is typed faster than by hand and ends with Enter is a scan', () => {
  expect(typed(keysOf('TS-1234-5678-2'), 5)).toEqual(['TS-1234-5678-2']);
  expect(typed([...keysOf('TS-1234-5678-1'), ...keysOf('TS-1234-5678-2')], 10)).toEqual([
    'TS-1234-5678-1',
    'TS-1234-5678-2',
  ]);
});

test('what a person types is none, nor are some quick keys', () => {
  expect(typed(keysOf('TS-1234-5678-2'), 120)).toEqual([]);
  expect(typed(keysOf('12'), 5)).toEqual([]);
  expect(typed([enter, enter], 5)).toEqual([]);
});

test('a scan after some letters by hand is the scan alone', () => {
  let burst = burstAfter(noKeys, { key: 'x', code: 'KeyX', atMs: 0 }).burst;
  const found = keysOf('TS-1234-5678-2').map((key, index) => {
    const after = burstAfter(burst, { ...key, atMs: 1_000 + index });
    burst = after.burst;
    return after.scanned;
  });
  expect(found.at(-1)).toBe('TS-1234-5678-2');
});

test('while a Japanese input method takes the letters, their keys tell the code', () => {
  const places = [
    'KeyT',
    'KeyS',
    'Minus',
    'Digit1',
    'KeyA',
    'Digit2',
    'Digit3',
    'Minus',
    'Numpad4',
  ];
  const keys = [...places, 'Enter'].map((code) => ({ key: 'Process', code }));
  expect(typed(keys, 5)).toEqual(['TS-1A23-4']);
});

test('Shift before a capital breaks no code', () => {
  const keys = [...'TS-1234-A'].flatMap((key) => [
    { key: 'Shift', code: 'ShiftLeft' },
    { key, code: '' },
  ]);
  expect(typed([...keys, enter], 5)).toEqual(['TS-1234-A']);
});
