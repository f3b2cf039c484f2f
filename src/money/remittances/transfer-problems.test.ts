import { describe, expect, test } from 'vitest';
import { payer, payment, transferFile } from '#test/factories/money/transfer-files.ts';
import { possibleTransferDay } from './transfer-day.ts';
import type { TransferFile, TransferPayment } from './transfer-file.ts';
import { type TransferWorld, transferProblems } from './transfer-problems.ts';

const world: TransferWorld = {
  today: '2026-12-01',
  isHoliday: (day) => ['2026-11-23', '2027-01-11', '2026-05-04', '2026-05-05'].includes(day),
  knownBranch: (bank, branch) => bank !== '9999' && branch !== '999',
};
const problems = (changes: Partial<TransferFile> = {}, around: Partial<TransferWorld> = {}) =>
  transferProblems(transferFile(changes), { ...world, ...around });
const told = (changes: Partial<TransferFile> = {}, around: Partial<TransferWorld> = {}) =>
  problems(changes, around).map(({ severity, message }) => `${severity} ${message}`);
const ofPayment = (changes: Partial<TransferPayment>) => told({ payments: [payment(changes)] });

test('a file that is as it should be has no problems', () => {
  expect(problems()).toEqual([]);
});

describe('the day', () => {
  test.each([
    ['2026-12-05', '2026-12-01', '土曜日'],
    ['2026-12-06', '2026-12-01', '日曜日'],
    ['2027-01-11', '2026-12-20', '祝日'],
    ['2026-12-31', '2026-12-20', '年末年始'],
    ['2027-01-01', '2026-12-20', '年末年始'],
    ['2026-11-30', '2026-12-01', '過ぎています'],
    ['2027-01-04', '2026-12-04', '30日先まで'],
    ['2026-02-30', '2026-02-01', '選んでください'],
    ['', '2026-02-01', '選んでください'],
  ])('%s is refused on %s: %s', (transferOn, today, reason) => {
    const found = told({ transferOn }, { today });
    expect(found).toHaveLength(1);
    expect(found[0]).toMatch(new RegExp(`^error .*${reason}`));
  });

  test('that is today is taken with a warning, thirty days ahead without', () => {
    expect(told({ transferOn: '2026-12-01' })).toEqual([expect.stringMatching(/^warning .*今日/)]);
    expect(told({ transferOn: '2027-01-04' }, { today: '2026-12-05' })).toEqual([]);
  });

  test.each([
    ['2026-12-25', '2026-12-25'],
    ['2026-12-26', '2026-12-28'],
    ['2026-12-31', '2027-01-04'],
    ['2027-12-31', '2028-01-04'],
    ['2026-05-02', '2026-05-06'],
    ['2026-11-21', '2026-11-24'],
    ['2027-01-09', '2027-01-12'],
  ])('from %s on, the first possible is %s', (from, day) => {
    expect(possibleTransferDay(from, world.isHoliday)).toBe(day);
  });
});

describe('a payment', () => {
  test.each<[Partial<TransferPayment>, string]>([
    [{ amountYen: 0 }, '1円以上'],
    [{ amountYen: -5_000 }, '-5,000円'],
    [{ amountYen: 1.5 }, '円単位'],
    [{ amountYen: Number.NaN }, '円単位'],
    [{ amountYen: 10_000_000_000 }, '10桁'],
    [{ bankCode: '9999' }, '見つかりません'],
    [{ branchCode: '999' }, '見つかりません'],
    [{ bankCode: '１２３４' }, '銀行コード'],
    [{ branchCode: '1' }, '支店コード'],
    [{ number: '123456' }, '7桁'],
    [{ number: '0000000' }, 'すべて0'],
    [{ holder: '' }, '口座名義がありません'],
    [{ holder: '田中' }, '漢字'],
    [{ holder: 'ｱ'.repeat(31) }, '30文字'],
    [{ holder: 'ガ'.repeat(16) }, '30文字'],
    [{ bankNameKana: '三菱' }, '銀行名に使えない文字'],
    [{ branchNameKana: 'ヲダワラ' }, '支店名に使えない文字'],
    [{ customerCode1: '2026-017' }, '数字'],
    [{ customerCode2: '12345678901' }, '10桁'],
    [{ ediText: '1'.repeat(21) }, '20文字'],
    [{ ediText: 'A', customerCode1: '2' }, 'どちらか'],
  ])('%o is refused', (changes, reason) => {
    const found = problems({ payments: [payment({ id: 'the-id', ...changes })] });
    expect(found.map(({ message }) => message)).toEqual([expect.stringContaining(reason)]);
    expect(found).toMatchObject([{ severity: 'error', paymentId: 'the-id' }]);
  });

  test('may have thirty letters of a holder and ten digits of yen', () => {
    expect(ofPayment({ holder: 'ガ'.repeat(15), amountYen: 9_999_999_999 })).toEqual([]);
  });

  test('has its letters made those of banks: small kana large, ー a hyphen, capitals', () => {
    expect(ofPayment({ holder: 'ｷｬｯﾁｬー npo' })).toEqual([]);
  });

  const printable = Array.from({ length: 95 }, (_, index) => String.fromCharCode(0x20 + index));
  const halfWidth = Array.from({ length: 63 }, (_, index) => String.fromCharCode(0xff61 + index));

  test('takes of all letters that have a byte only those of the format', () => {
    const taken = [...printable, ...halfWidth].filter(
      (letter) => ofPayment({ holder: `ﾊ${letter}ｱ` }).length === 0,
    );
    const small = 'ｧｨｩｪｫｬｭｮｯｰ';
    expect(taken.join('')).toBe(
      ' ()-.0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz' +
        `${small}ｱｲｳｴｵｶｷｸｹｺｻｼｽｾｿﾀﾁﾂﾃﾄﾅﾆﾇﾈﾉﾊﾋﾌﾍﾎﾏﾐﾑﾒﾓﾔﾕﾖﾗﾘﾙﾚﾛﾜﾝﾞﾟ`,
    );
  });

  test.each([...'ｦ。「」、・!"#$%&\'*+,/:;<=>?@[\\]^_`{|}~＆　ヰヱ髙㈱№①Éß\u200b😀'])(
    'refuses %j in a holder',
    (letter) => {
      expect(ofPayment({ holder: `ｱ${letter}ｱ` })).toHaveLength(letter === '　' ? 0 : 1);
    },
  );

  test('has marks only behind the rows that take them', () => {
    const kana = [...'ｱｲｳｴｵｶｷｸｹｺｻｼｽｾｿﾀﾁﾂﾃﾄﾅﾆﾇﾈﾉﾊﾋﾌﾍﾎﾏﾐﾑﾒﾓﾔﾕﾖﾗﾘﾙﾚﾛﾜﾝA1-'];
    const taking = (mark: string) =>
      kana.filter((letter) => ofPayment({ holder: `ｱ${letter}${mark}` }).length === 0).join('');
    expect(taking('ﾞ')).toBe('ｳｶｷｸｹｺｻｼｽｾｿﾀﾁﾂﾃﾄﾊﾋﾌﾍﾎ');
    expect(taking('ﾟ')).toBe('ﾊﾋﾌﾍﾎ');
  });
});

describe('the same account twice', () => {
  const twice = (changes: Partial<TransferPayment>) =>
    problems({ payments: [payment(), payment({ id: 'two', ...changes })] });

  test('is a warning, whatever the sums', () => {
    const warning = (message: string) => [
      { severity: 'warning', paymentId: 'two', message: expect.stringContaining(message) },
    ];
    expect(twice({})).toEqual(warning('同じ金額'));
    expect(twice({ amountYen: 2_000 })).toEqual(warning('金額の違う'));
  });

  test.each<Partial<TransferPayment>>([
    { bankCode: '0009' },
    { branchCode: '003' },
    { kind: 'current' },
    { number: '0000002' },
  ])('is not %o', (changes) => {
    expect(twice(changes)).toEqual([]);
  });
});

describe('the file', () => {
  test('without payments is refused', () => {
    expect(told({ payments: [] })).toEqual([expect.stringContaining('1件もありません')]);
  });

  test('may sum up to twelve digits and not to thirteen', () => {
    const whole = Array.from({ length: 100 }, (_, index) =>
      payment({ number: String(index + 1).padStart(7, '0'), amountYen: 9_999_999_999 }),
    );
    const rest = (amountYen: number) => [...whole, payment({ number: '1000000', amountYen })];
    expect(told({ payments: rest(99) })).toEqual([]);
    expect(told({ payments: rest(100) })).toEqual([
      expect.stringMatching(/^error 合計が999,999,999,999円/),
    ]);
  });

  test('may have 999,999 payments and no more', () => {
    const errors = (count: number) =>
      problems({ payments: Array<TransferPayment>(count).fill(payment()) })
        .filter(({ severity }) => severity === 'error')
        .map(({ message }) => message);
    expect(errors(999_999)).toEqual([]);
    expect(errors(1_000_000)).toEqual([expect.stringContaining('999,999件')]);
  });

  test.each([
    [{ consignorCode: '123456789' }, '委託者コード'],
    [{ consignorCode: '' }, '委託者コード'],
    [{ consignorName: '' }, '委託者名'],
    [{ consignorName: '襷' }, '委託者名に漢字'],
    [{ consignorName: 'ｱ'.repeat(41) }, '40文字'],
    [{ bankCode: '9999' }, '振込元の銀行か支店'],
    [{ number: '' }, '振込元の口座番号'],
    [{ bankName: '銀行' }, '振込元の銀行名'],
  ])('is refused where of the payer %o', (changes, reason) => {
    expect(told({ payer: { ...payer, ...changes } })).toEqual([
      expect.stringMatching(new RegExp(`^error .*${reason}`)),
    ]);
  });

  test('from savings is a warning', () => {
    expect(told({ payer: { ...payer, kind: 'savings' } })).toEqual([
      expect.stringMatching(/^warning .*貯蓄/),
    ]);
  });
});
