import { expect, test } from 'vitest';
import { boxOf, searching, showing, typing } from './typed-keyword.ts';

const typeAndSearch = (box: ReturnType<typeof boxOf>, text: string) =>
  searching(typing(box, text), text);

test('after a search, Back and Forward the box shows the list’s keyword', () => {
  let box = showing(typeAndSearch(boxOf(''), '髙橋'), '髙橋');
  expect(box.typed).toBe('髙橋');
  box = showing(box, '');
  expect(box.typed).toBe('');
  box = showing(box, '髙橋');
  expect(box.typed).toBe('髙橋');
});

test('the response to an earlier keyword does not replace newer typing', () => {
  let box = typeAndSearch(typeAndSearch(boxOf(''), '髙'), '髙橋');
  box = typing(box, '髙橋 花');
  box = showing(box, '髙');
  expect(box.typed).toBe('髙橋 花');
  box = showing(box, '髙橋');
  expect(box.typed).toBe('髙橋 花');
});

test('searching for the shown keyword again does not affect Back and Forward', () => {
  let box = showing(typeAndSearch(boxOf(''), '髙橋'), '髙橋');
  box = searching(box, '髙橋');
  box = showing(showing(box, ''), '髙橋');
  expect(box.typed).toBe('髙橋');
});
