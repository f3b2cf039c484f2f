import { expect, test } from 'vitest';
import { transaction } from '#kit/db/database.server.ts';
import { outboxMails } from '#people/mail/mail-tables.server.ts';
import { type SignInChange, signInChanges } from '#people/sign-in/sign-in-change.ts';
import { authUsers } from '#people/sign-in/sign-in-tables.server.ts';
import { testApp } from '#test/test-app.ts';
import { mailSignInChange } from './tell-of-change.server.ts';

const { db, dependencies } = await testApp();
const person = { uid: 'hanako', email: 'hanako@example.jp', name: '髙橋 花子' };

test('each change is told by its name; a device that is not known is left out', async () => {
  const changes = Object.keys(signInChanges) as SignInChange[];
  await db.insert(authUsers).values({ id: person.uid, ...person, emailVerified: true });
  await transaction(db, async (tx) => {
    for (const change of changes) await mailSignInChange(tx, person, { change }, dependencies);
    const device = 'Windows・Edge';
    await mailSignInChange(tx, person, { change: 'new-device', device }, dependencies);
  });
  const mails = await db.select().from(outboxMails).orderBy(outboxMails.id);
  expect(mails.map(({ subject }) => subject)).toEqual([
    ...Object.values(signInChanges).map((told) => `【たすき】${told}`),
    '【たすき】新しい端末からログインがありました',
  ]);
  const texts = mails.map(({ textBody }) => textBody);
  expect(texts.filter((text) => text.includes('日時：2026年11月20日 10時00分'))).toEqual(texts);
  expect(texts.filter((text) => text.includes('端末：'))).toEqual([
    expect.stringContaining('端末：Windows・Edge'),
  ]);
});
