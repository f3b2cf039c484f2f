import { expect, test } from 'vitest';
import { linesOf } from '#test/rendered.ts';
import type { ApplicationStatus } from './application.ts';
import { ApplicationCard } from './application-card.tsx';
import { ApplicationFacts } from './application-facts.tsx';
import { ItemTable } from './item-table.tsx';

// The figures that a donor reads about their own box, exact to the yen and the day in Tokyo.

const application: ApplicationStatus = {
  appraisalId: 'TS-0000-0000',
  kind: 'direct',
  associateId: 'ao',
  socialChallengeId: '',
  targetName: 'あおぞらの会',
  state: 'donated',
  identity: 'not-needed',
  frequency: 'once',
  events: [],
  products: ['clothes', 'bags'],
  boxes: 4,
  deliveryDate: '2026-12-05',
  deliverySlot: '14',
  needReceipt: true,
  amountYen: 12_345,
  pieces: { count: 8, priced: 5 },
  items: [],
  thanks: [],
  applicantAddress: {
    zipcode: '1000001',
    prefecture: '東京都',
    line1: '千代田区千代田',
    line2: '1-1',
    building: '',
  },
  promisedOn: '',
  needsKit: true,
  canCorrect: false,
  canCancel: false,
  version: 1,
  createdAt: '20261130233000000',
};
test('a box under way is shown with the day of its application, one that ended without a sum', () => {
  const state = (state: ApplicationStatus['state']) =>
    linesOf(<ApplicationCard application={{ ...application, state }} />).join('\n');
  expect(state('appraised')).toContain('2026/11/30');
  expect(state('appraised')).toContain('12,345円');
  expect(state('returned')).not.toContain('12,345');
});

test('the facts of an application are shown as chosen', () => {
  const lines = linesOf(<ApplicationFacts application={application} />);
  const after = (label: string) => lines[lines.indexOf(label) + 1];
  expect(after('お送りする箱の数')).toBe('4箱');
  expect(after('寄付金受領証明書')).toBe('希望する');
  expect(after('お届け先')).toBe('〒100-0001');
  expect(lines).toContain('東京都千代田区千代田1-1');
  const changed = (changes: Partial<ApplicationStatus>) => {
    const all = linesOf(<ApplicationFacts application={{ ...application, ...changes }} />);
    return all[all.indexOf('寄付金受領証明書') + 1];
  };
  expect(changed({ needReceipt: false })).toBe('希望しない');
  expect(changed({ kind: 'fund' })).toBe('発行なし');
});

test('each kind of goods is shown with its pieces, its sum, where it went and why', () => {
  const item = { name: '上着', quantity: 2, amountYen: 1_980, destination: '国内', reason: '美品' };
  const lines = linesOf(
    <ItemTable
      items={[item, { ...item, name: '靴', quantity: 1, amountYen: 0, reason: '' }]}
      pieces={{ count: 3, priced: 2 }}
    />,
  );
  const text = lines.join(' ');
  expect(text).toContain('上着2点');
  expect(text).toContain('1,980円');
  expect(text).toMatch(/国内 ?美品/);
  expect(text).toContain('靴');
  expect(text).not.toContain('1点');
  expect(text).toContain('0円');
  expect(linesOf(<ItemTable items={[]} pieces={null} />)).toEqual([]);
});

test('a result without a list of the goods says so, and how to ask where they went', () => {
  const text = linesOf(<ApplicationCard application={application} />).join('');
  expect(text).toContain('お品物8点のうち、5点に値段がつきました。');
  expect(text).toContain('お品物ごとの明細がありません');
  expect(text).toContain('お問い合わせ');
  const unpriced = linesOf(<ItemTable items={[]} pieces={{ count: 8, priced: 0 }} />).join('');
  expect(unpriced).toContain('お品物8点には、値段がつきませんでした。');
});

test('every yen of a donation is shown: the appraisal, the costs, the amount that arrives', () => {
  const sums = { appraisedYen: 12_000, bonusYen: 345, feeYen: 1_234, handlingYen: 200 };
  const lineOf = (of: typeof sums) =>
    linesOf(<ApplicationCard application={{ ...application, sums: of }} />).join('');
  const text = lineOf(sums);
  expect(text).toContain('査定額12,000円');
  expect(text).toContain('加算額＋345円');
  expect(text).toContain('寄付額＝12,345円');
  expect(text).toContain('団体が負担する費用手数料1,234円と、送料・作業費200円−1,434円');
  expect(text).toContain('団体に届く額＝10,911円');
  const plain = lineOf({ appraisedYen: 12_345, bonusYen: 0, feeYen: 0, handlingYen: 0 });
  expect(plain).toContain('団体が負担する費用−0円団体に届く額＝12,345円');
});
