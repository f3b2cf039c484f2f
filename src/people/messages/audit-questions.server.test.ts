import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { auditLog } from '#kit/audit/audit-tables.server.ts';
import { outboxMails } from '#people/mail/mail-tables.server.ts';
import { insertAssociate } from '#test/factories/donating.ts';
import { signedIn } from '#test/signed-in.ts';
import { testApp } from '#test/test-app.ts';

const house = await testApp();
const { app, db } = house;
const signIn = signedIn(house);
await insertAssociate(db, 'ao', 'あおぞらの会');
await db.execute(sql`
  insert into remittances (id, associate_id, amount_yen, period_from, period_to, state, created_by, created_at)
  values ('transfer', 'ao', 1200, '2026-11-01', '2026-11-20', 'sent', 'op', now())`);
const people = {
  auditor: await signIn('auditor', 'auditor'),
  operator: await signIn('operator', 'operator'),
  accountant: await signIn('accountant', 'accountant'),
};
const ask = (by: keyof typeof people, changes: object = {}) =>
  app.inject({
    method: 'POST',
    url: '/api/office/audit-questions',
    headers: people[by],
    payload: {
      subject: 'remittance',
      subjectId: 'transfer',
      question: '着金の確認はどれですか。',
      ...changes,
    },
  });

test('an auditor’s question is among the messages to answer, with what it is about, and is recorded', async () => {
  const asked = await ask('auditor');
  expect(asked.statusCode, asked.body).toBe(201);
  const url = '/api/office/messages?state=open';
  const [message] = (await app.inject({ url, headers: people.operator })).json();
  expect(message).toMatchObject({
    ...{ id: asked.json().id, email: 'auditor@tasuki.example' },
    message: '【監査の質問】送金 transfer\n\n着金の確認はどれですか。',
  });
  const mailed = (await db.select().from(outboxMails)).map(({ kind }) => kind);
  expect(mailed.toSorted()).toEqual(['contact-received', 'contact-to-answer']);
  const acts = (await db.select().from(auditLog)).filter(({ action }) =>
    action.endsWith('question'),
  );
  expect(acts).toMatchObject([{ actorUid: 'auditor', subjectId: 'transfer' }]);
});

test('it is about something that exists, and nobody else asks so', async () => {
  expect((await ask('auditor', { subjectId: 'none' })).statusCode).toBe(404);
  expect((await ask('auditor', { subject: 'mail' })).statusCode).toBe(400);
  for (const other of ['operator', 'accountant'] as const) {
    expect((await ask(other)).statusCode).toBe(403);
  }
});
