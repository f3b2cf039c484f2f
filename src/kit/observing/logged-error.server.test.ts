import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { users } from '#people/accounts/account-tables.server.ts';
import { testApp } from '#test/test-app.ts';
import { loggedError } from './logged-error.server.ts';

test('a failed query is logged with its cause and without the values it was asked with', async () => {
  const { db } = await testApp();
  await db.execute('alter table users rename to elsewhere');
  const error = await db
    .select()
    .from(users)
    .where(eq(users.email, 'hanako@example.com'))
    .then(
      () => undefined,
      (failure: Error) => failure,
    );
  const logged = JSON.stringify(loggedError(error as Error));
  expect((error as Error).message).toContain('hanako');
  expect(logged).not.toContain('hanako');
  expect(logged).toContain('relation');
});
