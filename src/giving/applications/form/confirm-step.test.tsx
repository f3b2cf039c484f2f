import { expect, test } from 'vitest';
import { untouchedFields } from '#test/factories/form-fields.ts';
import { deliveredOffer } from '#test/factories/offer.ts';
import { linesOf } from '#test/rendered.ts';
import { type ApplicationTarget, emptyApplication } from './application-values.ts';
import { ConfirmStep } from './confirm-step.tsx';

const typed = {
  application: {
    ...emptyApplication.application,
    products: ['clothes' as const, 'bags' as const],
    boxes: 3,
    needReceipt: true,
    deliveryDate: '2026-12-05',
    deliverySlot: '14' as const,
  },
  applicant: {
    lastName: '髙橋',
    firstName: '花子',
    lastNameKana: 'たかはし',
    firstNameKana: 'はなこ',
    email: 'hanako@example.com',
    tel: '０９０ー１２３４ー５６７８',
  },
  applicantAddress: {
    zipcode: '1000001',
    prefecture: '東京都',
    line1: '千代田区千代田',
    line2: '1-1',
    building: 'たすき荘 205',
  },
};
const direct: ApplicationTarget = {
  kind: 'direct',
  associateId: 'ao',
  name: 'あおぞらの会',
  noReceipt: undefined,
};

const lines = (target: ApplicationTarget, values: typeof emptyApplication) =>
  linesOf(
    <ConfirmStep
      level={2}
      step="confirm"
      heading={{ current: null }}
      form={untouchedFields}
      target={target}
      terms={{ feeBasisPoints: 1_000, handlingYen: 100 }}
      values={values}
      offer={deliveredOffer}
      onChange={() => undefined}
      problem={undefined}
      isPending={false}
      today="2026-11-21"
    />,
  );

/** The text below each label. */
function factsOf(all: readonly string[], labels: readonly string[]) {
  return Object.fromEntries(labels.map((label) => [label, all[all.indexOf(label) + 1]]));
}

test('everything that was typed is shown to be confirmed, each at its label', () => {
  const all = lines(direct, typed);
  expect(
    factsOf(all, [
      '寄付先',
      'お品物の種類',
      'お送りする箱の数',
      'お申し込みの回数',
      '寄付金受領証明書',
      'お名前',
      'メールアドレス',
      '電話番号',
      'ご住所',
      '箱のお届け希望日',
    ]),
  ).toEqual({
    寄付先: 'あおぞらの会',
    お品物の種類: expect.stringMatching(/^[^、]*(服|衣)[^、]*、[^、]*バッグ[^、]*$/),
    お送りする箱の数: '3箱',
    お申し込みの回数: expect.stringContaining('今回'),
    寄付金受領証明書: '希望する',
    お名前: '髙橋 花子（たかはし はなこ）',
    メールアドレス: 'hanako@example.com',
    電話番号: '090-1234-5678',
    ご住所: '〒100-0001',
    箱のお届け希望日: expect.stringMatching(/12.*0?5/),
  });
  expect(all).toEqual(expect.arrayContaining(['東京都千代田区千代田1-1', 'たすき荘 205']));
  expect(all[all.indexOf('箱のお届け時間') + 1]).toMatch(/14.*16/);
});

test.each<[string, ApplicationTarget, RegExp[]]>([
  [
    'an organisation',
    direct,
    [
      /お返しできません.*寄付の成立後は、取り消すこともできません/,
      /査定額は運営者が決め、.*改めてご承諾をいただくことはありません/,
      /お名前、ご住所、寄付の金額と日付を、寄付先の団体にお伝え/,
      /寄付額の10%と、1箱につき100円を団体が負担し、.*寄付が決まった日の取り決めによります/,
    ],
  ],
  [
    'a fund',
    { kind: 'fund', challenges: [] },
    [
      /お返しできません.*買取と寄付の成立後は、取り消すこともできません/,
      /金額は運営者が査定で決め、.*改めてご承諾をいただくことはありません/,
      /生年月日、ご職業は、.*お品物を買い取る古物商にお伝え/,
      /寄付額の10%と、1箱につき100円を基金が負担し、.*寄付が決まった日の取り決めによります/,
    ],
  ],
])(
  'before the consent to give to %s it says what cannot be undone, who decides and who learns',
  (_, target, facts) => {
    const application = { ...typed.application, birth: '1980-01-02' };
    const all = lines(target, { ...typed, application });
    const consent = all.findIndex((line) => line.includes('利用規約に同意します'));
    const [heading, ...found] = all.slice(
      all.indexOf('お申し込みの前に、お確かめください'),
      consent,
    );
    expect(heading).toBe('お申し込みの前に、お確かめください');
    expect(found).toEqual(facts.map((fact) => expect.stringMatching(fact)));
    expect(all.indexOf('この内容で申し込む')).toBeGreaterThan(consent);
  },
);

test('no receipt is promised where none can be had or none is wished', () => {
  const wish = (target: ApplicationTarget, needReceipt: boolean) => {
    const values = {
      ...typed,
      application: { ...typed.application, needReceipt, birth: '1980-01-02' },
    };
    return factsOf(lines(target, values), ['寄付金受領証明書']).寄付金受領証明書;
  };
  expect(wish(direct, false)).toBe('希望しない');
  expect(wish({ ...direct, noReceipt: '認定の期間が終わりました。' }, true)).toBe('発行なし');
  expect(wish({ kind: 'fund', challenges: [] }, true)).toBe('発行なし');
});

test('a fund asks for birth and occupation, and is named', () => {
  const challenges = [
    { id: 'animal' as const, fundName: '動物基金', will: '' },
    { id: 'child' as const, fundName: 'こども基金', will: '' },
  ];
  const application = {
    ...typed.application,
    socialChallengeId: 'child' as const,
    birth: '1980-01-02',
    occupation: '会社員',
  };
  const all = lines({ kind: 'fund', challenges }, { ...typed, application });
  expect(factsOf(all, ['寄付先', '生年月日', 'ご職業'])).toEqual({
    寄付先: 'こども基金',
    生年月日: '1980/01/02',
    ご職業: '会社員',
  });
  expect(lines(direct, typed)).not.toContain('生年月日');
});
