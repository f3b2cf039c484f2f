import { expect, test } from 'vitest';
import { boxOf, searching, showing, typing } from './typed-keyword.ts';

const typeAndSearch = (box: ReturnType<typeof boxOf>, text: string) =>
  searching(typing(box, text), text);

test('after a search, Back and Forward the box holds what the list is narrowed by', () => {
  let box = showing(typeAndSearch(boxOf(''), '髙橋'), '髙橋');
  expect(box.typed).toBe('髙橋');
  box = showing(box, '');
  expect(box.typed).toBe('');
  box = showing(box, '髙橋');
  expect(box.typed).toBe('髙橋');
});

test('the answer to an earlier keyword takes nothing away from who types on', () => {
  let box = typeAndSearch(typeAndSearch(boxOf(''), '髙'), '髙橋');
  box = typing(box, '髙橋 花');
  box = showing(box, '髙');
  expect(box.typed).toBe('髙橋 花');
  box = showing(box, '髙橋');
  expect(box.typed).toBe('髙橋 花');
});

test('a search for what is shown already leaves Back and Forward as they are', () => {
  let box = showing(typeAndSearch(boxOf(''), '髙橋'), '髙橋');
  box = searching(box, '髙橋');
  box = showing(showing(box, ''), '髙橋');
  expect(box.typed).toBe('髙橋');
});
