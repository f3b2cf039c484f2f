import { expect, test } from 'vitest';
import { auditActionLabel, auditSubjectLabel } from './audit-labels.ts';

test('an action is told in Japanese, an unknown one by its name', () => {
  expect(auditActionLabel('applications.read')).toBe('申し込み：内容を表示');
  expect(auditActionLabel('sign-in.unlink')).toBe('ログインの方法：解除');
  expect(auditActionLabel('boxes.open')).toBe('そのほか：boxes.open');
});

test('a record is told by its kind and its number, a list by neither', () => {
  expect(auditSubjectLabel({ subjectType: 'mail', subjectId: '12' })).toBe('メール 12');
  expect(auditSubjectLabel({ subjectType: 'applications', subjectId: 'all' })).toBeUndefined();
});
