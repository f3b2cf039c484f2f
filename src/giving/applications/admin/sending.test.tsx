import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { CorrectStateDialog } from '#giving/applications/admin/steps/ways-back.tsx';
import type { AdminApplicationDetail, AdminStep } from '#giving/applications/admin-application.ts';
import { makeAppraisalId } from '#giving/applications/appraisal-number.ts';
import { toTimestamp } from '#kit/values/timestamp.ts';
import { apiServer } from '#test/stand-ins/page/api-server.ts';
import { open, openTab } from '#test/stand-ins/page/open.tsx';
import { signIn } from '#test/stand-ins/page/person.ts';
import { type Done, describeSending } from '#test/stand-ins/page/sending.ts';
import { StepDialog, type StepTarget } from './step-dialog.tsx';
import { UndoOptions } from './steps/ways-back.tsx';

const target = (
  appraisalId: string,
  version: number,
  steps: AdminStep[] = ['send-kit', 'cancel'],
) => ({ appraisalId, name: '花子', version, steps }) as StepTarget;
const one = [target('TS-1', 3)];
const two = [...one, target('TS-2', 5)];
const stepApi = 'POST /api/office/applications/step';
const outcome = (appraisalId: string, more: object = {}) => ({
  ...{ appraisalId, isDone: true, isStale: false, state: 'kit-sent', version: 4 },
  ...{ message: '発送済みにしました。', ...more },
});
const dialog = (step: AdminStep, targets: readonly StepTarget[], done: Done) => (
  <StepDialog
    planned={{ step, targets }}
    hasWayBack={targets.length === 1}
    onClose={() => undefined}
    onDone={() => done()}
  />
);
const appraisalId = makeAppraisalId(new Uint8Array([1, 2, 3, 4, 5, 6, 7]));
const applied = {
  ...{ appraisalId, version: 3, state: 'kit-sent' },
  ...{ takeBackUntil: null, rightState: 'applied' },
} as AdminApplicationDetail;
const inMinutes = (minutes: number) => toTimestamp(new Date(Date.now() + minutes * 60_000));

describeSending({
  'a step with one application': {
    part: (done) => dialog('send-kit', one, done),
    press: '箱を発送した',
    sends: {
      to: stepApi,
      body: { applications: [{ appraisalId: 'TS-1', version: 3 }], step: 'send-kit' },
    },
    answer: [outcome('TS-1')],
    toast: 'TS-1を発送済みにしました。',
  },
  'a step that ends some applications': {
    part: (done) => dialog('cancel', two, done),
    fill: (page) => page.type('メモ', '電話で伺った'),
    press: '申し込みを取り消す（2件）',
    sends: {
      to: stepApi,
      body: {
        applications: [
          { appraisalId: 'TS-1', version: 3 },
          { appraisalId: 'TS-2', version: 5 },
        ],
        ...{ step: 'cancel', note: '電話で伺った' },
      },
    },
    answer: [outcome('TS-1'), outcome('TS-2')],
    shows: '2件を進めました。',
  },
  'setting a state right': {
    part: (done) => (
      <CorrectStateDialog
        {...{ application: applied, toState: 'applied', isOpen: true }}
        onClose={() => undefined}
        onDone={() => done()}
      />
    ),
    async fill(page) {
      await page.type('理由', '番号の取り違え');
      await page.type('寄付者へのひとこと', '失礼しました。');
    },
    press: '直す',
    sends: {
      to: 'POST /api/office/applications/set-right',
      body: {
        ...{ appraisalId, version: 3, toState: 'applied' },
        ...{ reason: '番号の取り違え', donorWords: '失礼しました。' },
      },
    },
    answer: outcome('TS-1', { message: '申し込みに直しました。' }),
    toast: '申し込みに直しました。',
    field: 'reason',
    onConflict: { done: 1 },
  },
  'taking the last step back': {
    part: (done) => (
      <UndoOptions
        application={{ ...applied, takeBackUntil: inMinutes(5) }}
        onChanged={() => done()}
      />
    ),
    person: { role: 'operator' },
    press: '取り消す',
    sends: {
      to: 'POST /api/office/applications/take-back',
      body: { applications: [{ appraisalId, version: 3 }] },
    },
    answer: [outcome('TS-1', { message: '発送前に戻しました。' })],
    toast: '発送前に戻しました。',
  },
});

test('failures of a step come first with their reasons; changed applications can be retried in their current version', async () => {
  const server = apiServer();
  const onDone = vi.fn();
  const page = open(dialog('send-kit', [...two, target('TS-3', 7), target('TS-4', 1)], onDone));
  await page.press('箱を発送した（4件）');
  const stale = { isDone: false, isStale: true, state: 'applied', message: '内容が変わりました。' };
  await server.answer([
    outcome('TS-1'),
    outcome('TS-2', { ...stale, version: 9 }),
    outcome('TS-3', { ...stale, state: 'cancelled', version: 8 }),
    outcome('TS-4', { ...stale, isStale: false, version: 1 }),
  ]);
  expect(onDone).toHaveBeenCalledOnce();
  expect(page.text).toContain('1件を進めました。3件は進められませんでした。');
  const numbers = page.all('li').map((item) => /TS-\d/.exec(item.textContent)?.[0]);
  expect(numbers).toEqual(['TS-2', 'TS-3', 'TS-4', 'TS-1']);
  await page.press('いまの内容で進める（1件）');
  expect(server.sent.at(-1)?.body).toEqual({
    applications: [{ appraisalId: 'TS-2', version: 9 }],
    step: 'send-kit',
  });
  await server.answer([outcome('TS-2', { version: 10 })]);
  expect(page.text).toContain('2件を進めました。2件は進められませんでした。');
});

test('a step that needs no memo has none, and says for which application it cannot be taken', () => {
  const page = open(dialog('send-kit', [target('TS-1', 3, []), target('TS-2', 5)], vi.fn()));
  expect(page.text).not.toContain('メモ');
  const [first, second] = page.all('li').map((item) => item.textContent);
  expect(first).toContain('この操作はできない状態です');
  expect(second).not.toContain('この操作はできない状態です');
});

test('a take-back that came too late says why', async () => {
  const tab = openTab();
  const server = apiServer();
  await signIn(server, { role: 'operator' });
  const part = (
    <UndoOptions application={{ ...applied, takeBackUntil: inMinutes(5) }} onChanged={vi.fn()} />
  );
  const page = open(part, {}, tab);
  expect(page.text).toContain('あと5分');
  await page.press('取り消す');
  await server.answer([outcome('TS-1', { isDone: false, message: '時間が過ぎました。' })]);
  expect(page.text).toContain('時間が過ぎました。');
  expect(page.toast).toBe('');
});

test.each([
  ['operator', inMinutes(5), 'applied', ['取り消す']],
  ['operator', inMinutes(-1), 'applied', ['状態を直す']],
  ['operator', null, 'applied', ['状態を直す']],
  ['operator', null, null, []],
  ['accountant', inMinutes(5), 'applied', []],
] as const)(
  '%s: with the way back until %s and to %s there is %j',
  async (role, until, right, buttons) => {
    const tab = openTab();
    await signIn(apiServer(), { role });
    const application = { ...applied, takeBackUntil: until, rightState: right };
    const page = open(<UndoOptions application={application} onChanged={vi.fn()} />, {}, tab);
    expect(page.buttons.slice(0, 1)).toEqual(buttons);
  },
);

test('steps taken at first and on retry are undone together', async () => {
  const server = apiServer();
  const [planned, setPlanned] = [{ step: 'send-kit', targets: two } as const, vi.fn()];
  const page = open(() => {
    const [isOpen, setOpen] = useState(true);
    setPlanned.mockImplementation(setOpen);
    return (
      <StepDialog
        planned={isOpen ? planned : undefined}
        onClose={() => setOpen(false)}
        onDone={() => undefined}
      />
    );
  });
  await page.press('箱を発送した');
  const stale = { isDone: false, isStale: true, state: 'applied', version: 6 };
  await server.answer([outcome('TS-1'), outcome('TS-2', stale)]);
  await page.press('いまの内容で進める（1件）');
  await server.answer([outcome('TS-2', { version: 7 })]);
  await page.press('閉じる');
  await page.press('取り消す');
  expect(server.sent.at(-1)?.body).toEqual({
    applications: [
      { appraisalId: 'TS-1', version: 4 },
      { appraisalId: 'TS-2', version: 7 },
    ],
  });
});
