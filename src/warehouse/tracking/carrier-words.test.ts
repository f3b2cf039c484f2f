import { expect, test } from 'vitest';
import { type ParcelState, parcelStateOf } from './carrier-words.ts';

test.each<[ParcelState | undefined, string[]]>([
  [
    'delivered',
    ['配達完了', 'お届け済み', '配達済み（宅配ボックス）', '投函完了', 'お客様引渡完了'],
  ],
  ['returned', ['返送', '返品（受取拒否）', 'ご依頼主へ返送中', '受取辞退']],
  ['lost', ['紛失', '紛失（調査完了）', 'お荷物紛失', '調査の結果、紛失と判明']],
  ['damaged', ['破損', '汚損・破損', '破損のため返送', 'ﾊｿﾝ　→　破損']],
  ['inquiry', ['調査中', '調査中（お問い合わせください）', 'お荷物捜索中']],
  [
    'sent',
    [
      '',
      '　',
      '持戻（ご不在）',
      '輸送中',
      '配達中',
      '荷物受付',
      '保管中',
      '配達日指定',
      '発送済み',
    ],
  ],
  [
    undefined,
    [
      '配達完了予定',
      '破損なし',
      '紛失後発見',
      '返品依頼',
      '税関手続き',
      '盗難',
      '伝票番号誤り',
      '99',
      'DELIVERED',
    ],
  ],
])('%s is what these words say: %j', (state, words) => {
  expect(words.map(parcelStateOf)).toEqual(words.map(() => state));
});
