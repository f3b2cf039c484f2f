import type { Known } from './fuzz-requests.ts';

/** A list cursor with a time that PostgreSQL cannot represent. */
const yearZero = Buffer.from(
  JSON.stringify(['after', -62_167_219_200_000, 'TS-0000-0000']),
).toString('base64url');

/** Values that the schemas of our API accept, by field name. */
export const apiValues: Known = {
  uid: ['0', 'fuzz-donor'],
  associateId: ['ao', 'nobody'],
  id: ['ao', 'nobody', '1'],
  appraisalId: ['TS-0000-0000', 'TS-0000-0012'],
  appraisalIds: ['TS-0000-0000', 'TS-0000-0012'],
  email: ['hanako@tasuki.example', 'a..b.@docomo.ne.jp', 'ＨＡＮＡＫＯ＠tasuki.example'],
  newEmail: ['jiro@tasuki.example'],
  password: ['a long password', 'another long password'],
  newPassword: ['a long password', 'ｌｏｎｇ　ｐａｓｓｗｏｒｄ'],
  currentPassword: ['a long password'],
  token: ['a'.repeat(43), 'A-_0'.repeat(10).slice(0, 43)],
  claimToken: ['b'.repeat(43)],
  statusToken: ['c'.repeat(43)],
  code: ['000000', '123456', 'abcde-fghij'],
  lastName: ['髙橋', '𠮷野'],
  firstName: ['花子', 'ﾊﾅｺ'],
  lastNameKana: ['たかはし', 'タカハシ', 'ﾀｶﾊｼ'],
  firstNameKana: ['はなこ', 'ハナコ'],
  tel: ['090-1234-5678', '０９０−１２３４−５６７８', '0312345678'],
  zipcode: ['100-0001', '１００ー０００１', '1000001'],
  prefecture: ['東京都', '北海道', '東京'],
  line1: ['みほん市見本町'],
  line2: ['1-2-3', '１ー２－３'],
  building: ['', 'みほんビル101'],
  birth: ['1980-01-02', '2020-01-01', '1899-12-31', '0000-01-01', '0001-01-01', '9999-12-31'],
  deliveryDate: ['', '2026-11-25', '2026-02-29', '0000-01-01', '9999-12-31'],
  occupation: ['会社員'],
  profileName: ['はなこ'],
  keyword: ['ねこ', 'ＮＰＯ', '海 医療'],
  order: ['new', 'name', 'applied'],
  state: ['applied', 'kit-sent', 'waiting', 'dead'],
  cursor: ['TS-0000-0000', '1', yearZero],
  day: ['2026-11-20', '2026-02-30', '0000-01-01', '0001-01-01', '9999-12-31'],
  encoding: ['utf-8', 'shift_jis'],
  carrier: ['yamato', 'sagawa', 'yubin'],
  csv: [
    '申込番号,査定額\nTS-0000-0000,1000\n',
    'appraisalId,price\n"TS-0000-0000,1\n',
    '\ufeff申込番号\t査定額\r\nTS-0000-0000\t１，０００\r\n',
  ],
  items: ['申込番号,品名,金額\nTS-0000-0000,かばん,1000\n'],
  fileName: ['査定結果.csv', 'a\0b.csv'],
};
