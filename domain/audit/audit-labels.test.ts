import { expect, test } from 'vitest';
import { auditActionLabel, auditSubjectLabel } from './audit-labels.ts';

test('an action is told in Japanese, an unknown one by its name', () => {
  expect(auditActionLabel('applications.read')).toBe('申し込み：内容を表示');
  expect(auditActionLabel('sign-in.untie')).toBe('ログインの方法：解除');
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
