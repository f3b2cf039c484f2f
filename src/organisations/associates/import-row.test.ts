import { expect, test } from 'vitest';
import { readImportRow, repeatedIds } from './import-row.ts';

const cells = {
  団体ID: 'ao-zora',
  団体の名称: 'あおぞらの会',
  種別: '認定ＮＰＯ法人',
  状態: '公開',
  ひとことの紹介: '猫をまもります。',
  社会課題: '動物、子ども',
  活動する地域: '東京都府中市,東京都調布市',
  所在地: '東京都府中市見本町1',
  代表者: '青空 花子',
  活動を始めた年: '２００１年',
  認定の番号: '第1号',
  認定の所轄庁: '東京都',
  認定日: '20240401',
  認定の期限: '2029-03-31',
  契約の開始日: '2026.1.1',
  手数料: '12.5%',
  '送料・作業費': '1,250',
  あとからの証明書: '発行しない',
  送金の下限: '3000.0',
  団体の変更の公開: 'すぐに公開',
};

test('a whole row is read with its certification and its agreement', () => {
  expect(readImportRow(cells, 2)).toMatchObject({
    ok: {
      row: 2,
      id: 'ao-zora',
      isPublished: true,
      content: {
        name: 'あおぞらの会',
        classification: 'approved-npo',
        socialChallenges: ['animal', 'child'],
        locations: ['東京都府中市', '東京都調布市'],
        foundedYear: 2001,
      },
      certification: { certifiedOn: '2024-04-01', expiresOn: '2029-03-31', hasTaxCredit: true },
      agreement: {
        ...{ feePercent: '12.5', minimumYen: 3000, publishes: 'at-once' },
        ...{ handlingYen: 1250, issuesLateReceipts: false },
      },
    },
  });
});

test('a row with a name and a type alone is a draft', () => {
  const few = { 団体ID: 'kumo', 団体の名称: 'くもの会', 種別: 'NPO法人' };
  expect(readImportRow(few, 3)).toMatchObject({
    ok: { isPublished: false, certification: undefined, agreement: undefined },
  });
});

test('every mistake is told with its row and its column', () => {
  const odd = {
    ...cells,
    団体ID: 'New!',
    種別: '会社',
    社会課題: '宇宙',
    所在地: '',
    活動を始めた年: '昭和',
    認定の期限: '2020-01-01',
    手数料: '120',
    '送料・作業費': '100,001',
    あとからの証明書: 'たぶん',
    送金の下限: '',
    状態: '公開',
  };
  const read = readImportRow(odd, 7);
  const errors = 'errors' in read ? read.errors : [];
  expect(errors.map(({ column }) => column).toSorted()).toEqual(
    [
      '団体ID',
      '種別',
      '社会課題',
      '活動を始めた年',
      '認定の期限',
      '手数料',
      '送料・作業費',
      'あとからの証明書',
    ].toSorted(),
  );
  expect(errors.every(({ message }) => message.startsWith('7行目「'))).toBe(true);
});

test('a row that is to be published lacks nothing', () => {
  const read = readImportRow({ ...cells, 所在地: '', 契約の開始日: '' }, 2);
  const errors = 'errors' in read ? read.errors : [];
  expect(errors.map(({ column }) => column)).toEqual(['契約の開始日', '所在地']);
});

test('an id that another row has is refused', () => {
  const row = (n: number, id: string) => ({ row: n, cells: { 団体ID: id } });
  expect(repeatedIds([row(2, 'a'), row(3, 'b'), row(4, 'a')])).toMatchObject([
    { row: 4, column: '団体ID' },
  ]);
});
