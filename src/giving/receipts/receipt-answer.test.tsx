import { expect, test } from 'vitest';
import { linesOf } from '#test/rendered.ts';
import type { ReceiptVerdict } from './receipt.ts';
import { ReceiptAnswer } from './receipt-answer.tsx';

const paper: Extract<ReceiptVerdict, { verdict: 'known' }> = {
  ...{ verdict: 'known', number: '2026-000123', kind: 'donation', associateName: '海の会' },
  ...{ year: 2026, amountYen: 3_000, issuedAt: '20260501090000000', replaces: [] },
  ...{ state: 'valid', endedAt: '', endReason: '', replacedBy: '' },
};
const answer = (verdict: ReceiptVerdict) => linesOf(<ReceiptAnswer verdict={verdict} />).join('');

test('a number and code that are not on record are said to be unknown, with whom to ask', () => {
  const text = answer({ verdict: 'unknown' });
  expect(text).toContain('この証明書の記録は見つかりません');
  expect(text).toContain('たすきの運営へお問い合わせください');
  expect(text).not.toMatch(/無効|有効/);
});

test('a paper that holds is compared with its facts', () => {
  const text = answer(paper);
  expect(text).toMatch(/この証明書は有効です.*2026-000123.*海の会.*3,000円/);
  expect(text).not.toContain('無効');
});

test('one that was replaced says why, and by which', () => {
  const ended = { endedAt: '20260601090000000', endReason: '寄付の金額が訂正されたため' } as const;
  const text = answer({ ...paper, ...ended, state: 'replaced', replacedBy: '2026-000124' });
  expect(text).toMatch(/差し替えのため無効です.*寄付の金額が訂正されたため.*2026-000124/);
});
