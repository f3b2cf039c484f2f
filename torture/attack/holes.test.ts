import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { accountAttacks } from './account-attacks.ts';
import { codeAttacks } from './code-attacks.ts';
import { edgeAttacks } from './edge-attacks.ts';
import { sessionAttacks } from './session-attacks.ts';
import { textAttacks } from './text-attacks.ts';

test('each hole that an attack opens has one place in the code', () => {
  const attacks = [accountAttacks, codeAttacks, edgeAttacks, sessionAttacks, textAttacks].flat();
  const holes = attacks.flatMap(({ holes }) => holes);
  expect(holes.length).toBeGreaterThan(30);
  const misplaced = holes.filter(
    ({ file, was }) => readFileSync(file, 'utf8').split(was).length !== 2,
  );
  expect(misplaced).toEqual([]);
});
