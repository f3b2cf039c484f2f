import { expect, test } from 'vitest';
import { testApp } from '#test/test-app.ts';
import { securityDetails } from './security-words.ts';

const { app } = await testApp();

test('what a call leaves among the security events has a Japanese name', () => {
  const words = new Set(app.policies.flatMap(({ notes }) => notes?.what ?? []));
  expect(words.size).toBeGreaterThan(40);
  const unnamed = [...words].filter(
    (what) => !/[ぁ-んァ-ン一-龠]/.test(securityDetails({ what })[0] ?? ''),
  );
  expect(unnamed).toEqual([]);
});
