import { expect, test } from 'vitest';
import type { ApplicationStatus } from '#giving/applications/application.ts';
import { linesOf } from '#test/rendered.ts';
import { FoldedDonation, isFinished } from './folded-donation.tsx';

const donation = {
  donationId: 'TS-0000-0000',
  associateId: 'ao',
  associateName: 'あおぞらの会',
  amount: 12_345,
  donatedAt: '20261231235959999',
  receivedOn: '',
  needReceipt: true,
  frequency: 'once',
};
const application: ApplicationStatus = {
  appraisalId: 'TS-0000-0000',
  kind: 'direct',
  associateId: 'ao',
  socialChallengeId: '',
  targetName: 'あおぞらの会',
  state: 'thanked',
  identity: 'not-needed',
  events: [
    { state: 'remitted', label: '送金', message: '', at: '20270120100000000' },
    { state: 'thanked', label: '団体からのお礼', message: '', at: '20270203100000000' },
  ],
  products: ['clothes'],
  boxes: 1,
  deliveryDate: '',
  deliverySlot: '',
  needReceipt: true,
  frequency: 'once',
  amountYen: 12_345,
  pieces: { count: 3, priced: 2 },
  items: [],
  thanks: [
    {
      id: 'words',
      title: 'ありがとうございます',
      blocks: [{ type: 'paragraph', children: [{ type: 'text', text: '毛布を買いました。' }] }],
      image: null,
      at: '20270203100000000',
    },
  ],
  applicantAddress: { zipcode: '', prefecture: '', line1: '', line2: '', building: '' },
  promisedOn: '',
  needsKit: true,
  canCorrect: false,
  canCancel: false,
  version: 1,
  createdAt: '20261130233000000',
};
const textOf = (status: ApplicationStatus | undefined, isOpen: boolean) =>
  linesOf(<FoldedDonation donation={donation} application={status} isOpen={isOpen} />).join(' ');

test('a finished donation is one line: day, recipient, number, state and sum', () => {
  expect(isFinished(application)).toBe(true);
  expect(isFinished({ ...application, state: 'donated' })).toBe(false);
  expect(isFinished(undefined)).toBe(false);
  const folded = textOf(application, false);
  for (const shown of ['2026/12/31', 'あおぞらの会', 'TS-0000-0000', 'お礼あり', '12,345円']) {
    expect(folded).toContain(shown);
  }
  expect(folded).not.toContain('2027/01/20');
  expect(textOf({ ...application, thanks: [], state: 'remitted' }, false)).toContain('送金済み');
  expect(textOf({ ...application, thanks: [], state: 'donated' }, false)).toContain('送金の準備中');
});

test('unfolded it shows its timeline with years, its thanks, and the wish for a receipt', () => {
  const text = textOf(application, true);
  expect(text).toContain('2027/01/20');
  expect(text).toContain('2027/02/03');
  expect(text).toContain('毛布を買いました。');
  expect(text).toContain('受領証明書を希望');
  expect(textOf({ ...application, state: 'remitted', thanks: [] }, true)).not.toContain('お礼');
  // A failed load still shows the donation.
  expect(textOf(undefined, true)).toContain('12,345円');
});
