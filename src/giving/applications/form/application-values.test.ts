import { expect, test } from 'vitest';
import { ApplyBody, visitorUid } from '#giving/applications/application.ts';
import { deliveredOffer } from '#test/factories/offer.ts';
import {
  type ApplicationTarget,
  type ApplicationValues,
  applyBody,
  emptyApplication,
  prefillOf,
  reachableStep,
  stepOfErrors,
  stepSchemas,
} from './application-values.ts';

const direct = stepSchemas('direct', deliveredOffer);
const fund = stepSchemas('fund', deliveredOffer);
const goods = { products: ['clothes' as const], boxes: 2 };
const person = {
  applicant: {
    lastName: '髙橋',
    firstName: '﨑子',
    lastNameKana: 'たかはし',
    firstNameKana: 'さきこ',
    email: 'Sakiko@example.jp',
    tel: '090-1234-5678',
  },
  applicantAddress: {
    zipcode: '100-0001',
    prefecture: '東京都',
    line1: '千代田区千代田',
    line2: '1-1',
    building: '',
  },
};
const filled = (application: Partial<ApplicationValues['application']> = {}) => ({
  ...person,
  application: { ...emptyApplication.application, ...goods, agreed: true, ...application },
});
const seller = {
  socialChallengeId: 'animal' as const,
  birth: '1985-05-05',
  occupation: '会社員',
};
const toAssociate: ApplicationTarget = {
  kind: 'direct',
  associateId: 'cats',
  name: '猫の家',
  noReceipt: undefined,
};
const toFund: ApplicationTarget = { kind: 'fund', challenges: [] };

test('a filled form is a body that the server takes', () => {
  const body = applyBody(visitorUid, toAssociate, filled({ needReceipt: true }), deliveredOffer);
  expect(ApplyBody.parse(body)).toEqual(body);
  expect(body.application).toMatchObject({
    kind: 'direct',
    associateId: 'cats',
    needReceipt: true,
  });
  expect(body.applicant.tel).toBe('09012345678');
  expect(body.applicantAddress.zipcode).toBe('1000001');
  expect(body.application).not.toHaveProperty('socialChallengeId');
});

test('an application to a fund has the data that the law requires', () => {
  const body = applyBody('uid-1', toFund, filled(seller), deliveredOffer);
  expect(ApplyBody.parse(body)).toEqual(body);
  expect(body.application).toMatchObject({ kind: 'fund', ...seller });
});

test('no receipt is requested where none is issued, whatever an earlier draft said', () => {
  const withReceiptWish = filled({ ...seller, needReceipt: true });
  const withoutReceipt = { ...toAssociate, noReceipt: '対象ではありません。' };
  expect(
    applyBody('0', withoutReceipt, withReceiptWish, deliveredOffer).application.needReceipt,
  ).toBe(false);
  expect(applyBody('0', toFund, withReceiptWish, deliveredOffer).application.needReceipt).toBe(
    false,
  );
});

test('a step can be reached once all before it are filled in', () => {
  expect(reachableStep(direct, 'confirm', emptyApplication)).toBe('goods');
  const goodsOnly = { ...emptyApplication, application: filled().application };
  expect(reachableStep(direct, 'confirm', goodsOnly)).toBe('recipient');
  expect(reachableStep(direct, 'recipient', goodsOnly)).toBe('recipient');
  expect(reachableStep(direct, 'confirm', filled({ agreed: false }))).toBe('confirm');
  expect(reachableStep(direct, 'complete', filled({ agreed: false }))).toBe('confirm');
});

test('a fund’s next step requires a challenge and the minimum age', () => {
  expect(reachableStep(fund, 'confirm', filled())).toBe('goods');
  expect(reachableStep(fund, 'confirm', filled({ socialChallengeId: 'animal' }))).toBe('recipient');
  const thisYear = new Date().getFullYear();
  const underage = filled({ ...seller, birth: `${thisYear - 10}-01-01` });
  expect(reachableStep(fund, 'confirm', underage)).toBe('recipient');
  expect(reachableStep(fund, 'confirm', filled(seller))).toBe('confirm');
});

test('a server error leads to the first step with one of its fields', () => {
  const step = (...paths: string[]) =>
    stepOfErrors(
      fund,
      paths.map((path) => ({ path })),
    );
  expect(step('application.deliveryDate')).toBe('recipient');
  expect(step('applicant.email', 'application.products.0')).toBe('goods');
  expect(step('application.birth')).toBe('recipient');
  expect(step('application.associateId')).toBeUndefined();
});

test('an account fills whole groups only, as they are typed', () => {
  const account = {
    email: 'account@example.jp',
    tel: '0312345678',
    names: {
      lastName: '山田',
      firstName: '花子',
      lastNameKana: 'やまだ',
      firstNameKana: 'はなこ',
    },
    address: {
      zipcode: '5300001',
      prefecture: '大阪府',
      line1: '大阪市北区梅田',
      line2: '1-2',
      building: '駅前ビル',
    },
  };
  expect(prefillOf(account, emptyApplication)).toEqual({
    applicant: { ...account.names, email: 'account@example.jp', tel: '03-1234-5678' },
    applicantAddress: { ...account.address, zipcode: '530-0001' },
  });
  const begun = {
    ...emptyApplication,
    applicant: { ...emptyApplication.applicant, lastName: '別' },
    applicantAddress: { ...emptyApplication.applicantAddress, zipcode: '100-0001' },
  };
  expect(prefillOf(account, begun)).toEqual({
    applicant: { email: 'account@example.jp', tel: '03-1234-5678' },
    applicantAddress: {},
  });
});
