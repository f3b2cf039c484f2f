import { describe, expect, test } from 'vitest';
import { payer, payment, transferFile } from '#test/factories/money/transfer-files.ts';
import { readTransferFile } from './read-transfer-file.ts';
import { type TransferFile, writeTransferFile } from './transfer-file.ts';
import { type Field, recordLength, transferLayouts } from './transfer-layout.ts';
import {
  fromTransferBytes,
  shortenBankName,
  toBankName,
  toTransferBytes,
} from './transfer-letters.ts';

const textOf = (file: TransferFile) => fromTransferBytes(writeTransferFile(file));
const linesOf = (file: TransferFile) => textOf(file).split('\r\n');

/** As printed by banks, e.g. 群馬銀行「全銀協制定ファイルフォーマット【総合振込】」: the lengths in their order. */
const published = {
  header: 'N1 N2 N1 N10 C40 N4 N4 C15 N3 C15 N1 N7 C17',
  data: 'N1 N4 C15 N3 C15 N4 N1 N7 C30 N10 N1 code10 code10 N1 C1 C7',
  trailer: 'N1 N6 N12 C101',
  end: 'N1 C119',
};

test.each(Object.entries(published))(
  '%s has the fields of the published layout',
  (kind, fields) => {
    const layout: Field[] = Object.values(transferLayouts[kind as keyof typeof published]);
    expect(layout.map((field) => `${field.kind}${field.length}`).join(' ')).toBe(fields);
    let at = 0;
    for (const field of layout) {
      expect(field.at).toBe(at);
      at += field.length;
    }
    expect(at).toBe(recordLength);
  },
);

test('a file is what was worked out by hand, byte for byte', () => {
  const bytes = writeTransferFile(
    transferFile({
      payer: {
        ...payer,
        consignorCode: '0012345678',
        consignorName: 'ﾀｽｷ',
        bankCode: '0001',
        bankName: 'みずほ',
        branchCode: '001',
        branchName: 'トウキヨウ',
        number: '0123456',
      },
      transferOn: '2026-12-25',
      payments: [
        payment({
          bankCode: '0005',
          bankNameKana: 'ミツビシＵＦＪ',
          branchCode: '002',
          branchNameKana: 'マルノウチ',
          kind: 'savings',
          number: '7654321',
          holder: 'トクヒ）アオゾラ',
          amountYen: 1_234_567,
          newness: 'first',
          customerCode1: '42',
        }),
      ],
    }),
  );
  const space = (count: number) => Array<number>(count).fill(0x20);
  const ascii = (text: string) => [...text].map((letter) => letter.charCodeAt(0));
  const crlf = [0x0d, 0x0a];
  expect([...bytes]).toEqual([
    ...ascii('12100012345678'),
    ...[0xc0, 0xbd, 0xb7], // ﾀｽｷ
    ...space(37),
    ...ascii('12250001'),
    ...[0xd0, 0xbd, 0xde, 0xce], // ﾐｽﾞﾎ
    ...space(11),
    ...ascii('001'),
    ...[0xc4, 0xb3, 0xb7, 0xd6, 0xb3], // ﾄｳｷﾖｳ
    ...space(10),
    ...ascii('10123456'),
    ...space(17),
    ...crlf,
    ...ascii('20005'),
    ...[0xd0, 0xc2, 0xcb, 0xde, 0xbc, 0x55, 0x46, 0x4a], // ﾐﾂﾋﾞｼUFJ
    ...space(7),
    ...ascii('002'),
    ...[0xcf, 0xd9, 0xc9, 0xb3, 0xc1], // ﾏﾙﾉｳﾁ
    ...space(10),
    ...ascii('000047654321'),
    ...[0xc4, 0xb8, 0xcb, 0x29, 0xb1, 0xb5, 0xbf, 0xde, 0xd7], // ﾄｸﾋ)ｱｵｿﾞﾗ
    ...space(21),
    ...ascii('00012345671'),
    ...ascii('0000000042'),
    ...space(10),
    ...ascii('7'),
    ...space(8),
    ...crlf,
    ...ascii('8000001000001234567'),
    ...space(101),
    ...crlf,
    ...ascii('9'),
    ...space(119),
    ...crlf,
  ]);
});

describe('what is written', () => {
  test('without line ends is one run of 120 letters a record', () => {
    const bytes = writeTransferFile(
      transferFile({ options: { layout: 'general', lineEnds: 'none', transferKind: '0' } }),
    );
    expect(bytes).toHaveLength(4 * recordLength);
    expect(fromTransferBytes(bytes).charAt(recordLength + 111)).toBe('0');
  });

  test.each([
    ['ordinary', '1', '1'],
    ['current', '2', '2'],
    ['savings', '9', '4'],
  ] as const)('%s is %s of the payer and %s of a payee', (kind, ofPayer, ofPayee) => {
    const [header, data] = linesOf(
      transferFile({ payer: { ...payer, kind }, payments: [payment({ kind })] }),
    );
    expect([header?.charAt(95), data?.charAt(42)]).toEqual([ofPayer, ofPayee]);
  });

  test('two codes or one text of twenty letters, which Y marks', () => {
    const codes = payment({ customerCode1: '2026017', customerCode2: '1' });
    const edi = payment({ ediText: 'ｺｳﾘﾂ 2026-11 NO.1234' });
    const [, first, second] = linesOf(transferFile({ payments: [codes, edi] }));
    expect(first?.slice(91, 113)).toBe('000202601700000000017 ');
    expect(second?.slice(91, 113)).toBe('ｺｳﾘﾂ 2026-11 NO.12347Y');
  });

  test('a sum of twelve digits fits, one of thirteen is refused', () => {
    const whole = Array.from({ length: 100 }, () => payment({ amountYen: 9_999_999_999 }));
    const trailer = linesOf(transferFile({ payments: whole })).at(-3);
    expect(trailer?.slice(0, 19)).toBe('8000100999999999900');
    const more = [...whole, payment({ amountYen: 100 })];
    expect(() => writeTransferFile(transferFile({ payments: more }))).toThrow('No room for total');
  });

  test.each([
    { holder: 'ｱ'.repeat(31) },
    { holder: '田中' },
    { holder: 'ｦﾄﾒ' },
    { amountYen: 10_000_000_000 },
    { amountYen: -1 },
    { amountYen: 1.5 },
    { number: '12345678' },
    { bankCode: '' },
    { customerCode1: '12345678901' },
    { customerCode1: '2026-017' },
    { ediText: '1'.repeat(21) },
  ])('%o is thrown out, not cut or guessed', (changes) => {
    expect(() => writeTransferFile(transferFile({ payments: [payment(changes)] }))).toThrow(
      RangeError,
    );
  });
});

describe('the name of a bank', () => {
  test.each([
    ['みつびしゆーえふじぇい', 'ﾐﾂﾋﾞｼﾕ-ｴﾌｼﾞｴｲ'],
    ['ナシヨナル．オ－ストラリア', 'ﾅｼﾖﾅﾙ ｵ-ｽﾄﾗﾘｱ'],
    ['ソシエテ　ジエネラル', 'ｿｼｴﾃ ｼﾞｴﾈﾗﾙ'],
    ['銀行', '銀行'],
  ])('%s is written %s', (reading, written) => {
    expect(toBankName(reading)).toBe(written);
  });

  test('is shortened to fifteen letters, never between a kana and its mark', () => {
    expect(shortenBankName('ｱ'.repeat(15))).toBe('ｱ'.repeat(15));
    expect(shortenBankName('ｱ'.repeat(16))).toBe('ｱ'.repeat(15));
    expect(shortenBankName(`${'ｱ'.repeat(14)}ｶﾞ`)).toBe('ｱ'.repeat(14));
    expect(shortenBankName(`${'ｱ'.repeat(14)}ﾊﾟ`)).toBe('ｱ'.repeat(14));
    expect(shortenBankName(`${'ｱ'.repeat(13)}ｶﾞｱ`)).toBe(`${'ｱ'.repeat(13)}ｶﾞ`);
    expect(shortenBankName(`${'ｱ'.repeat(14)} ｱ`)).toBe('ｱ'.repeat(14));
  });
});

test('every half-width kana has one byte, from A1 to DF, and comes back', () => {
  const kana = Array.from({ length: 63 }, (_, index) => String.fromCharCode(0xff61 + index)).join(
    '',
  );
  const bytes = toTransferBytes(kana);
  expect([bytes[0], bytes.at(-1)]).toEqual([0xa1, 0xdf]);
  expect(fromTransferBytes(bytes)).toBe(kana);
  expect(() => toTransferBytes('ア')).toThrow(RangeError);
});

describe('what is read', () => {
  test.each(['crlf', 'none'] as const)('is what was written, line ends: %s', (lineEnds) => {
    const payments = [
      payment({ amountYen: 1, newness: 'changed', customerCode2: '0000000002' }),
      payment({ amountYen: 9_999_999_999, kind: 'current', ediText: 'ABCDEFGHIJ 2' }),
      payment({ holder: 'ｶﾞﾊﾟ (NPO) A-1.', kind: 'savings' }),
    ];
    const written = transferFile({
      payments,
      options: { layout: 'general', lineEnds, transferKind: '7' },
    });
    expect(readTransferFile(writeTransferFile(written))).toEqual({
      header: {
        consignorCode: '1234567890',
        consignorName: 'ﾀｽｷ',
        monthDay: '12-25',
        bankCode: '0001',
        bankName: 'ﾐｽﾞﾎ',
        branchCode: '001',
        branchName: 'ﾄｳｷﾖｳ',
        kind: 'ordinary',
        number: '1234567',
      },
      payments: payments.map(({ id, ...stated }) => ({
        ...stated,
        ediText: stated.ediText ?? '',
        transferKind: '7',
      })),
      trailer: { count: 3, totalYen: 10_000_001_000 },
    });
  });

  test('may lack the last line end', () => {
    expect(readTransferFile(writeTransferFile(transferFile()).subarray(0, -2))).toHaveProperty(
      'trailer.count',
      1,
    );
  });

  const changed = (change: (lines: string[]) => void) => {
    const lines = linesOf(transferFile()).slice(0, -1);
    change(lines);
    return readTransferFile(toTransferBytes(lines.map((line) => `${line}\r\n`).join('')));
  };
  const put = (line: number, at: number, text: string) => (lines: string[]) => {
    const whole = lines[line] ?? '';
    lines[line] = whole.slice(0, at) + text + whole.slice(at + text.length);
  };

  test.each<[string, (lines: string[]) => void, string]>([
    ['a short record', (lines) => lines.splice(1, 1, 'short'), '2行目：長さ'],
    ['a missing end', (lines) => lines.pop(), '4種類'],
    ['no data', (lines) => lines.splice(1, 1), '4種類'],
    ['another order', (lines) => lines.splice(1, 0, lines[2] ?? ''), '2行目：データ（2）'],
    ['another type', put(0, 1, '11'), '1行目：「種別コード」'],
    ['EBCDIC', put(0, 3, '1'), '1行目：「コード区分」'],
    ['no day of the year', put(0, 54, '0230'), '1行目：「振込指定日」'],
    ['a payer with savings', put(0, 95, '4'), '1行目：「預金種目」'],
    ['letters in digits', put(1, 80, '       1.5'), '2行目：「金額」が数字'],
    ['no money', put(1, 80, '0000000000'), '2行目：「金額」'],
    ['an odd kind', put(1, 42, '3'), '2行目：「預金種目」'],
    ['an odd newness', put(1, 90, '3'), '2行目：「新規コード」'],
    ['letters in a code', put(1, 91, '2026-017  '), '2行目：「顧客コード1」が数字'],
    ['an odd mark', put(1, 112, 'X'), '2行目：「識別表示」'],
    ['a small kana', put(1, 50, 'ｬ'), '2行目：使えない文字があります（ｬ）'],
    ['a lower case', put(1, 50, 'a'), '2行目：使えない文字があります（a）'],
    ['something in the blank', put(1, 115, 'A'), '2行目：空白'],
    ['another count', put(2, 1, '000002'), '合計件数（2件）'],
    ['another sum', put(2, 7, '000000000001'), '合計金額'],
  ])('is refused with %s', (_, change, problem) => {
    expect(changed(change)).toEqual({ problem: expect.stringContaining(problem) });
  });

  test('is refused when it is empty', () => {
    expect(readTransferFile(new Uint8Array())).toHaveProperty('problem', 'ファイルが空です。');
  });
});
