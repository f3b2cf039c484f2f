import { expect, test } from 'vitest';
import { beganInYear } from '#domain/legal/began-in-year.ts';
import { textDays } from '#domain/legal/text-days.ts';
import { linesOf, renderedHtml } from '#test/rendered.ts';
import { InForce } from './legal-text.tsx';
import { termsOfPersons } from './terms-of-use.tsx';

test('the terms hold from before anybody agreed to them, and say since when they stand as they are', () => {
  for (const { since, asOf } of [textDays.terms, textDays.privacyPolicy]) {
    expect(since.slice(0, 4)).toBe(String(beganInYear));
    expect(since < asOf).toBe(true);
  }
  expect(linesOf(<InForce since="2017-09-01" asOf="2026-11-23" />)).toEqual([
    '2017年9月1日',
    '施行',
    '2026年11月23日',
    '改定',
    '改定前のものをご覧になりたい方は、お問い合わせください。',
  ]);
});

test('one leaves where the terms say: in the account', () => {
  const account = termsOfPersons.find(({ name }) => name === '会員登録とアカウント');
  expect(renderedHtml(account?.body)).toContain('href="/mypage/account/erase"');
  expect(linesOf(account?.body).join('')).not.toContain('お問い合わせ');
});
