import { expect, test } from 'vitest';
import { searching, showKeyword, startKeyword, typeKeyword } from './typed-keyword.ts';

const typeAndSearch = (box: ReturnType<typeof startKeyword>, text: string) =>
  searching(typeKeyword(box, text), text);

test('after a search, Back and Forward the box shows the list’s keyword', () => {
  let box = showKeyword(typeAndSearch(startKeyword(''), '髙橋'), '髙橋');
  expect(box.typed).toBe('髙橋');
  box = showKeyword(box, '');
  expect(box.typed).toBe('');
  box = showKeyword(box, '髙橋');
  expect(box.typed).toBe('髙橋');
});

test('the response to an earlier keyword does not replace newer typing', () => {
  let box = typeAndSearch(typeAndSearch(startKeyword(''), '髙'), '髙橋');
  box = typeKeyword(box, '髙橋 花');
  box = showKeyword(box, '髙');
  expect(box.typed).toBe('髙橋 花');
  box = showKeyword(box, '髙橋');
  expect(box.typed).toBe('髙橋 花');
});

test('searching for the shown keyword again does not affect Back and Forward', () => {
  let box = showKeyword(typeAndSearch(startKeyword(''), '髙橋'), '髙橋');
  box = searching(box, '髙橋');
  box = showKeyword(showKeyword(box, ''), '髙橋');
  expect(box.typed).toBe('髙橋');
});
