import { expect, test } from 'vitest';
import { auditActionLabel, auditDetails, auditSubjectLabel } from './audit-line.ts';

test.each([
  [{ ids: [] }, ['0件']],
  [{ ids: ['TS-1', 'TS-2'] }, ['2件：TS-1、TS-2']],
  [{ ids: [1, 2, 3, 4, 5, 6] }, ['6件：1、2、3、4、5 ほか']],
  [
    { encoding: 'utf8', from: 'new', to: 'accepted' },
    ['文字コード：utf8', '前の状態：new', '次の状態：accepted'],
  ],
  [{ papers: ['passport', 'bill'] }, ['書類：passport、bill']],
])('%o reads %o', (details, lines) => {
  expect(auditDetails(details)).toEqual(lines);
});

test('details without a label are not shown, since they might be personal', () => {
  expect(auditDetails({ name: '髙橋', from: null, to: { deep: 1 } })).toEqual([]);
});

test('an action is told in Japanese, an unknown one by its name', () => {
  expect(auditActionLabel('applications.read')).toBe('申し込み：内容を表示');
  expect(auditActionLabel('sign-in.untie')).toBe('ログインの方法：解除');
  expect(auditActionLabel('appraisals.confirm')).toBe('査定：確認して確定待ちへ');
  expect(auditActionLabel('remittances.confirm')).toBe('送金：着金を記録');
  expect(auditActionLabel('remittances.export')).toBe('送金：書き出し');
  expect(auditActionLabel('boxes.open')).toBe('そのほか：boxes.open');
});

test('a record is told by its kind and its number, a list by neither', () => {
  expect(auditSubjectLabel({ subjectType: 'mail', subjectId: '12' })).toBe('メール 12');
  expect(auditSubjectLabel({ subjectType: 'applications', subjectId: 'all' })).toBeUndefined();
});

test('a record is named by its number, one with a random id in words as well', () => {
  const subject = (subjectType: string, subjectId: string) =>
    auditSubjectLabel({ subjectType, subjectId });
  expect(subject('application', 'TS-0000-0000')).toBe('申し込み TS-0000-0000');
  expect(subject('pledge', 'e085b717-0ffe-497a-8e27-1dd2f2a7ab3b')).toBe(
    '#mypledge（管理番号 e085b717-0ffe-497a-8e27-1dd2f2a7ab3b）',
  );
});
