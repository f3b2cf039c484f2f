import { expect, test } from 'vitest';
import { RoleQuestion } from '#kit/permissions/roles.ts';

test.each(['donor', 'staff', 'operator'])('the role %s can be asked about', (role) => {
  expect(RoleQuestion.parse({ role })).toEqual({ role });
});

test.each(['admin', 'visitor', 'Operator', '', null, 'toString'])('%s is no role', (role) => {
  expect(RoleQuestion.safeParse({ role }).error?.issues[0]?.message).toBe(
    '役割の指定が正しくありません。',
  );
});
