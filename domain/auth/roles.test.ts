import { expect, test } from 'vitest';
import { Role, roleLabels, roles } from './roles.ts';

test('donor, staff and operator are the roles, each with a Japanese name', () => {
  expect(roles).toEqual(['donor', 'staff', 'operator']);
  expect(Object.keys(roleLabels)).toEqual([...roles]);
  expect(Role.safeParse('admin').success).toBe(false);
});
