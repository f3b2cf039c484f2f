import { describe, expect, test } from 'vitest';
import { refuse } from '#kit/errors/refusal.ts';
import { attemptFor, outcomeOf, randomKey, readAttempt, unreachableMessage } from './submission.ts';

const counter = () => {
  let count = 0;
  return () => {
    count += 1;
    return `key-${count}`;
  };
};

describe('what an error means for a form', () => {
  test('errors of fields go to the form', () => {
    const errors = [{ path: 'applicant.tel', message: '電話番号をご確認ください。' }];
    expect(outcomeOf(refuse('ValidationError', 'ご確認ください。', { errors }))).toEqual({
      kind: 'invalid',
      title: undefined,
      message: 'ご確認ください。',
      errors,
    });
  });

  test('a refusal of the whole form keeps its message', () => {
    expect(outcomeOf(refuse('Conflict', 'すでに受け付けています。'))).toMatchObject({
      kind: 'refused',
      type: 'Conflict',
      message: 'すでに受け付けています。',
    });
    expect(outcomeOf(refuse('ValidationError', '不正です。', { errors: [] })).kind).toBe('refused');
  });

  test('a refusal keeps the name of its fixed text', () => {
    const template = 'user-not-found' as const;
    const refusal = refuse('ValidationError', '登録されていません。', { template });
    expect(outcomeOf(refusal)).toMatchObject({ kind: 'refused', template });
  });

  test('a lost response is reported as no response', () => {
    for (const error of [new TypeError('Failed to fetch'), new DOMException('', 'AbortError'), 1]) {
      expect(outcomeOf(error)).toEqual({ kind: 'unreachable', message: unreachableMessage });
    }
  });
});

describe('the idempotency key', () => {
  test('is the same for the same body, as after a lost answer', () => {
    const newKey = counter();
    const first = attemptFor({ name: '花', products: ['bags'] }, undefined, newKey);
    expect(attemptFor({ name: '花', products: ['bags'] }, first, newKey)).toEqual(first);
  });

  test('is new as soon as anything in the body changed', () => {
    const newKey = counter();
    const first = attemptFor({ name: '花', products: ['bags'] }, undefined, newKey);
    for (const body of [{ name: '華', products: ['bags'] }, { name: '花', products: [] }, null]) {
      expect(attemptFor(body, first, newKey).key).not.toBe(first.key);
    }
  });

  test('distinguishes files', () => {
    const newKey = counter();
    const file = new File(['a'], 'a.csv', { lastModified: 1 });
    const first = attemptFor({ file }, undefined, newKey);
    expect(attemptFor({ file }, first, newKey)).toBe(first);
    const corrected = new File(['ab'], 'a.csv', { lastModified: 2 });
    expect(attemptFor({ file: corrected }, first, newKey)).not.toBe(first);
  });

  test('is random, hexadecimal and not longer than the API takes', () => {
    expect(randomKey()).toMatch(/^[0-9a-f]{32}$/);
    expect(randomKey()).not.toBe(randomKey());
  });

  test('is stored without anything that was typed', () => {
    const attempt = attemptFor({ name: '花子' }, undefined, counter());
    expect(attempt.fingerprint).toMatch(/^[0-9a-f]{16}$/);
    expect(readAttempt(JSON.stringify(attempt))).toEqual(attempt);
    for (const text of [null, '', '{', '{"key":1,"fingerprint":"x"}']) {
      expect(readAttempt(text)).toBeUndefined();
    }
  });
});
