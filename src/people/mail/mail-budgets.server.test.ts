import { and, eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { authUsers } from '#people/sign-in/sign-in-tables.server.ts';
import { browser } from '#test/browser.ts';
import { applyBody } from '#test/factories/apply-body.ts';
import { insertAssociate } from '#test/factories/donating.ts';
import { openedText } from '#test/factories/opened-mail.ts';
import { testApp } from '#test/test-app.ts';
import { escapeHtml } from './mail-content.server.ts';
import { outboxMails } from './mail-tables.server.ts';
import { mailSending } from './sending.server.ts';

const { app, db, clock, dependencies } = await testApp();
const typed = '【重要】口座の確認 hanako';

let count = 0;
let email = '';
beforeEach(() => {
  email = `hanako${++count}@example.jp`;
  clock.now = new Date(clock.now.getTime() + 25 * 60 * 60_000);
});

const mailsTo = (recipient: string, kind: string) =>
  db
    .select()
    .from(outboxMails)
    .where(and(eq(outboxMails.recipient, recipient), eq(outboxMails.kind, kind)));

/** Texts of all mails sent to an address, both as text and as HTML. */
async function sentTo(recipient: string): Promise<string> {
  const sent: string[] = [];
  const sending = mailSending(dependencies, async ({ to, subject, text, html }) => {
    if (to === recipient) sent.push(subject, text, html);
  });
  await sending.sendWaiting();
  await sending.stop();
  return sent.join('\n');
}

/** Registers an address with these names, as anyone can. */
async function register(of: string, names = { lastName: typed, firstName: 'x' }) {
  const page = browser(app);
  expect((await page.signUp(of)).statusCode).toBe(200);
  await page.renew();
  expect((await page.post('/api/users', names)).statusCode).toBe(201);
  return page;
}

test('a stranger’s address reads nothing that was typed when somebody registers it', async () => {
  await register(email);
  const text = await sentTo(email);
  expect(text).toContain('たすきへのご登録、ありがとうございます。');
  expect(text).not.toContain(typed);
  expect(text).not.toContain(escapeHtml(typed));
  // Operators see what was sent.
  expect((await mailsTo(email, 'welcome'))[0]?.textBody).not.toContain(typed);
});

test('a stranger’s address reads nothing that was typed when somebody moves there', async () => {
  const page = await register(email);
  const newEmail = `new.${email}`;
  const change = { email, password: 'a long password', newEmail };
  expect((await page.post('/api/auth/change-email', change)).statusCode).toBe(200);
  expect(await sentTo(newEmail)).not.toContain(typed);
});

test('an address that nobody has proven does not read where an account is to move', async () => {
  const page = await register(email);
  const newEmail = `important-notice@${email.replace('@', '.')}`;
  await page.post('/api/auth/change-email', { email, password: 'a long password', newEmail });
  const text = await sentTo(email);
  expect(text).toContain('変更を止める');
  expect(text).not.toContain('important-notice');
});

test('a proven address is greeted by name', async () => {
  await register(email, { lastName: '髙橋', firstName: '花子' });
  await db.update(authUsers).set({ emailVerified: true }).where(eq(authUsers.email, email));
  expect(await sentTo(email)).toContain('髙橋 花子 様');
});

test('corrections of an application mail an address ten times a day, and are made all the same', async () => {
  await insertAssociate(db, 'ao');
  const guest = browser(app);
  const body = applyBody({ applicant: { email } });
  const applied = await guest.post('/api/appraisal/apply', body, { 'idempotency-key': email });
  expect(applied.statusCode).toBe(201);
  const [mail] = await mailsTo(email, 'application-received');
  const [, appraisalId, token] = /#appraisalId=(\S+)&token=(\S+)/.exec(openedText(mail)) ?? [];
  for (let n = 0; n < 12; n++) {
    const correction = {
      applicantAddress: { ...body.applicantAddress, building: `${n}号` },
      deliveryDate: '',
      deliverySlot: '12',
    };
    const reply = await guest.post(
      '/api/applications/correct',
      { appraisalId, token, correction },
      { 'if-match': `"${n + 1}"` },
    );
    expect(reply.statusCode).toBe(200);
  }
  expect(await mailsTo(email, 'application-corrected')).toHaveLength(10);
});

test('whoever registers, leaves and registers again mails an address ten times a day', async () => {
  const welcomed: number[] = [];
  for (let n = 0; n < 12; n++) {
    const page = await register(email);
    welcomed.push((await mailsTo(email, 'welcome')).length);
    const left = await page.post('/api/users/erase', { password: 'a long password' });
    expect(left.statusCode).toBe(200);
    clock.now = new Date(clock.now.getTime() + 6 * 60_000);
  }
  expect(welcomed).toEqual([...Array(10).fill(1), 0, 0]);
});

test('warnings reach a proven address however many there were', async () => {
  const page = await register(email);
  await db.update(authUsers).set({ emailVerified: true }).where(eq(authUsers.email, email));
  for (let n = 0; n < 12; n++) expect((await browser(app).signIn(email)).statusCode).toBe(200);
  expect(await mailsTo(email, 'sign-in-changed')).toHaveLength(12);
  await db.update(authUsers).set({ emailVerified: false }).where(eq(authUsers.email, email));
  for (let n = 0; n < 12; n++) await browser(app).signIn(email);
  expect(await mailsTo(email, 'sign-in-changed')).toHaveLength(22);
  expect((await page.get('/api/users/account')).statusCode).toBe(200);
});
