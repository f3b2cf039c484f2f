import { expect, test } from 'vitest';
import type { ApplicationStatus } from '#giving/applications/application.ts';
import { donorTasks } from './donor-tasks.ts';

const box = (
  appraisalId: string,
  day: string,
  changes: Partial<ApplicationStatus>,
): ApplicationStatus => ({
  appraisalId,
  state: 'applied',
  kind: 'direct',
  associateId: 'cats',
  socialChallengeId: '',
  targetName: '動物・自然基金',
  identity: 'not-needed',
  events: [{ state: 'applied', label: '', message: '', at: `2026${day}120000000` }],
  frequency: 'once',
  products: ['clothes'],
  boxes: 2,
  deliveryDate: '',
  deliverySlot: '',
  needReceipt: false,
  amountYen: null,
  pieces: null,
  items: [],
  thanks: [],
  applicantAddress: { zipcode: '', prefecture: '', line1: '', line2: '', building: '' },
  promisedOn: '',
  needsKit: true,
  canCorrect: false,
  canCancel: false,
  version: 1,
  createdAt: '20260101000000000',
  ...changes,
});
const onHold = (identity: ApplicationStatus['identity']) =>
  ({ state: 'appraised', kind: 'fund', amountYen: 45_290, identity }) as const;

test('papers that delay a donation come first, with the amount, the day and what follows', () => {
  const tasks = donorTasks([
    box('TS-1', '1101', { state: 'kit-sent' }),
    box('TS-2', '1103', onHold('rejected')),
    box('TS-3', '1102', onHold('due')),
  ]);
  expect(tasks.map(({ id }) => id)).toEqual(['TS-3', 'TS-2', 'TS-1']);
  const [due, rejected, kit] = tasks;
  expect(due).toMatchObject({
    about: '動物・自然基金　査定額45,290円',
    since: '20261102120000000',
    action: { to: '/mypage/identity-check/TS-3' },
  });
  expect(due?.text).toMatch(/期限はありません.*届くと寄付が成立します/);
  expect(rejected?.title).toContain('もう一度');
  expect(kit?.about).toContain('2箱');
});

test('there is no task while the operator has the box or the papers', () => {
  expect(
    donorTasks([
      box('TS-1', '1101', {}),
      box('TS-2', '1101', { state: 'goods-received' }),
      box('TS-3', '1101', onHold('submitted')),
      box('TS-4', '1101', { ...onHold('due'), amountYen: 9_999 }),
    ]),
  ).toEqual([]);
});
