import { expect, test } from 'vitest';
import { linesOf } from '#test/rendered.ts';
import { beganInYear } from './began-in-year.ts';
import { InForce } from './in-force.tsx';
import { textDays } from './text-days.ts';

test('the terms are in force before any consent, and state the date of the current version', () => {
  for (const { since, asOf } of [textDays.terms, textDays.privacyPolicy]) {
    expect(since.slice(0, 4)).toBe(String(beganInYear));
    expect(since < asOf).toBe(true);
  }
  const page = { key: 'terms' as const, firstDay: '2017-09-01', since: '2026-11-23', earlier: [] };
  expect(linesOf(<InForce page={page} />)).toEqual([
    '2017年9月1日',
    '施行',
    '2026年11月23日',
    '改定',
    '改定前のものをご覧になりたい方は、お問い合わせください。',
  ]);
  const next = { ...page, since: '2027-04-01', earlier: [{ number: 0, since: '2026-11-23' }] };
  expect(linesOf(<InForce page={next} />).slice(-3)).toEqual([
    '改定前のもの',
    '2026年11月23日',
    'からのもの',
  ]);
});
