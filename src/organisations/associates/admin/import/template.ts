import { csvForPeople } from '#kit/values/csv/csv-cell.ts';
import { importColumns } from '#organisations/associates/associate-import.ts';

const example: Record<string, string> = {
  団体ID: 'mihon-no-kai',
  団体の名称: '見本の会',
  種別: '認定NPO法人',
  状態: '準備中',
  名称のふりがな: 'みほんのかい',
  ひとことの紹介: '記入例です。この行を消してお使いください。',
  団体の紹介: '## はじめに\n見本の会は…',
  社会課題: '動物、子ども',
  活動する地域: '東京都府中市、東京都調布市',
  所在地: '東京都府中市見本町1-2-3',
  代表者: '見本 花子',
  ウェブサイト: 'https://mihon.example',
  活動を始めた年: '2001',
  認定の番号: '第1号',
  認定の所轄庁: '東京都知事',
  認定日: '2024/04/01',
  認定の期限: '2029/03/31',
  税額控除: 'あり',
  契約の開始日: '2026/04/01',
  手数料: '12.5',
  '送料・作業費': '300',
  あとからの証明書: '発行する',
  送金の下限: '3000',
  団体の変更の公開: '確認してから公開',
};

const columns = [...importColumns.required, ...importColumns.optional].filter(
  (column) => column !== 'エラー内容',
);

/** A template: all columns, with one row as an example. Starts with a BOM, by which spreadsheets recognise UTF-8. */
export const importTemplate = () =>
  `\ufeff${csvForPeople([columns, columns.map((column) => example[column] ?? '')])}`;
