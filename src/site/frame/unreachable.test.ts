import { expect, test } from 'vitest';
import { isUnreachable, messageOf, noteLoadError } from './unreachable.ts';

const response = (status: number, data: unknown) => ({
  status,
  statusText: '',
  internal: false,
  data,
});

test('a page is unreachable when nothing answered, or a proxy did', () => {
  for (const error of [
    new TypeError('Failed to fetch'),
    new Error('Unable to decode turbo-stream response'),
    response(502, 'Bad Gateway'),
    response(504, ''),
    response(403, ' <html>Blocked</html>'),
    response(500, '<!doctype html>'),
  ]) {
    expect(isUnreachable(error)).toBe(false);
    noteLoadError(error);
    expect(isUnreachable(error)).toBe(true);
  }
});

test('our server’s errors and rendering errors do not count as unreachable', () => {
  for (const error of [
    new Error('Unexpected Server Error'),
    response(404, 'This page could not be found'),
    response(503, '{"type":"ServiceUnavailable"}'),
    response(503, ''),
    response(500, ''),
  ]) {
    noteLoadError(error);
    expect(isUnreachable(error)).toBe(false);
  }
  expect(isUnreachable(new TypeError('x is undefined'))).toBe(false);
});

test('only Japanese sentences of an error are shown', () => {
  expect(messageOf('団体が見つかりません。')).toBe('団体が見つかりません。');
  for (const body of [undefined, {}, '', 'Bad Gateway', '<p>エラー</p>', '{"message":"エラー"}']) {
    expect(messageOf(body)).toBeUndefined();
  }
});
