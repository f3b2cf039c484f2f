import { describe, expect, test } from 'vitest';
import type { Classification } from '#organisations/associates/classification.ts';
import {
  certificationOn,
  ReceiptRequest,
  tidyReceiptCode,
  tidyReceiptNumber,
  whyNoReceipt,
  writtenDonor,
} from './receipt.ts';
import { noLateReceipt, notReceivedYet } from './receipt-rule.ts';

test.each([
  '2026-000123',
  '２０２６－０００１２３',
  '2026ー000123',
  ' 2026000123 ',
  'No. 2026-000123',
])('%s is the number 2026-000123', (typed) => expect(tidyReceiptNumber(typed)).toBe('2026-000123'));

test.each(['2026B-000124', '２０２６ｂ－０００１２４', '2026b 000124', 'No.2026B000124'])(
  '%s is the number 2026B-000124, of the generation after a restored backup',
  (typed) => expect(tidyReceiptNumber(typed)).toBe('2026B-000124'),
);

test.each(['AB10-EF9H-JK2M', 'ab1o ef9h jk2m', 'ABIOEF9HJK2M', 'ＡＢ１０−ＥＦ９Ｈ−ＪＫ２Ｍ'])(
  '%s is the code AB10-EF9H-JK2M',
  (typed) => expect(tidyReceiptCode(typed)).toBe('AB10-EF9H-JK2M'),
);

test('other texts stay as typed', () => {
  expect(tidyReceiptNumber(' 12 ')).toBe('12');
  expect(tidyReceiptCode('not a code')).toBe('not a code');
});

describe('a receipt', () => {
  const first = { certifiedOn: '2020-01-01', expiresOn: '2024-12-31' };
  const second = { certifiedOn: '2025-02-01', expiresOn: '2026-11-20' };
  const givenTo = (classification: Classification, receivedOn: string | undefined) =>
    whyNoReceipt({
      ...{ amountYen: 1_000, feeYen: 100, handlingYen: 100 },
      receivedOn,
      isWished: true,
      associate: { classification, certifications: [first, second], issuesLate: true },
    });

  test('is issued where a certification held on the day on which it arrived, whichever it was', () => {
    for (const day of ['2020-01-01', '2024-12-31', '2025-02-01', '2026-11-20']) {
      expect(givenTo('approved-npo', day), day).toBeUndefined();
    }
    for (const [day, shown] of [
      ['2019-12-31', '2019/12/31'],
      ['2025-01-15', '2025/01/15'],
      ['2026-11-21', '2026/11/21'],
    ] as const) {
      expect(givenTo('approved-npo', day)).toContain(`寄付金が団体へ届いた日（${shown}）`);
    }
  });

  test('waits until the money is with the organisation, and says so', () => {
    expect(givenTo('municipality', undefined)).toBe(notReceivedYet);
    expect(givenTo('npo', undefined)).toContain('対象ではない');
  });

  test('is issued without a wish only where the organisation agrees', () => {
    const late = (issuesLate: boolean, isWished: boolean) =>
      whyNoReceipt({
        ...{ amountYen: 1, feeYen: 0, handlingYen: 0, receivedOn: '2026-01-01', isWished },
        associate: { classification: 'municipality', certifications: [], issuesLate },
      });
    expect([late(true, false), late(false, true), late(true, true)]).toEqual(
      Array(3).fill(undefined),
    );
    expect(late(false, false)).toBe(noLateReceipt);
  });

  test('needs no certification where the law asks for none, as the ribbon does', () => {
    for (const classification of ['public-interest-foundation', 'municipality'] as const) {
      expect(givenTo(classification, '2019-12-31')).toBeUndefined();
    }
  });

  test('of several certifications names the one that ends last', () => {
    const longer = { certifiedOn: '2025-02-01', expiresOn: '2029-12-31' };
    expect(certificationOn([second, longer, first], '2026-01-01')).toBe(longer);
    expect(certificationOn([first], '2026-01-01')).toBeUndefined();
  });
});

test.each([
  ['a fund', { associate: undefined }, /基金への寄付/],
  [
    'an organisation whose gifts are not deducted',
    { associate: { classification: 'npo' as const, certifications: [], issuesLate: true } },
    /寄付金控除の対象ではない/,
  ],
  [
    'one whose certification is not on record',
    {
      associate: { classification: 'approved-npo' as const, certifications: [], issuesLate: true },
    },
    /認定が有効だったことを確認できない/,
  ],
  [
    'nothing at all',
    {
      amountYen: 0,
      associate: {
        classification: 'approved-npo' as const,
        certifications: [{ certifiedOn: '2026-01-01', expiresOn: '2026-12-31' }],
        issuesLate: true,
      },
    },
    /0円のため/,
  ],
  [
    'an organisation whose costs take all of it',
    {
      ...{ amountYen: 100, feeYen: 10, handlingYen: 90 },
      associate: { classification: 'municipality' as const, certifications: [], issuesLate: true },
    },
    /届く額が0円になる/,
  ],
])('a gift to %s gets no receipt, and why is told', (_whom, changes, why) => {
  const gift = {
    ...{ amountYen: 1, feeYen: 0, handlingYen: 0, receivedOn: '2026-06-01', isWished: true },
    associate: undefined,
  };
  expect(whyNoReceipt({ ...gift, ...changes })).toMatch(why);
});

const donor = {
  ...{ lastName: '髙橋', firstName: '花子' },
  address: {
    ...{ zipcode: '１００−０００１', prefecture: '東京都', line1: '千代田区千代田', line2: '1-2' },
    building: '見本荘205',
  },
};

test('name and address stand on a paper as they were asked for', () => {
  const { data } = ReceiptRequest.safeParse({
    kind: 'donation',
    appraisalId: 'TS-0000-0000',
    donor,
  });
  expect(data && writtenDonor(data.donor)).toEqual({
    donorName: '髙橋 花子',
    donorAddress: '〒100-0001 東京都千代田区千代田1-2 見本荘205',
  });
  const without = ReceiptRequest.safeParse({ kind: 'donation', appraisalId: 'TS-0000-0000' });
  expect(without.error?.issues.map(({ message }) => message)).toEqual([
    'お名前とご住所を入力してください。',
  ]);
});

test.each([-1, 0, 2016, 2100, 9998, 9999, 2026.5, 1e300])(
  'there is no receipt on the year %d, and the years there are are named',
  (year) => {
    const refused = ReceiptRequest.safeParse({ kind: 'year', year, associateId: 'ao', donor });
    expect(new Set(refused.error?.issues.map(({ message }) => message))).toEqual(
      new Set(['年は、2017から2099までの数字で指定してください。']),
    );
  },
);

test('a certification holds from its first day to its last, both of them', () => {
  const only = { certifiedOn: '2026-01-01', expiresOn: '2026-12-31' };
  const on = (day: string) => certificationOn([only], day);
  expect([on('2025-12-31'), on('2026-01-01')]).toEqual([undefined, only]);
  expect([on('2026-12-31'), on('2027-01-01')]).toEqual([only, undefined]);
});

test.each(['X2026000123', '12026000123', '2026000123X', 'XNO2026000123'])(
  '%s is no number and stays as typed',
  (typed) => expect(tidyReceiptNumber(` ${typed} `)).toBe(typed),
);

test.each(['XAB10EF9HJK2M', 'AB10EF9HJK2MX', 'AB10-EF9H-JK2'])('%s is no code', (typed) => {
  expect(tidyReceiptCode(` ${typed} `)).toBe(typed);
});
