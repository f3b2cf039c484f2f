import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { applications } from '#giving/applications/application-tables.server.ts';
import { outboxMails } from '#people/mail/mail-tables.server.ts';
import { authUsers } from '#people/sign-in/sign-in-tables.server.ts';
import { browser } from '#test/browser.ts';
import { applyBody } from '#test/factories/apply-body.ts';
import { insertAssociate } from '#test/factories/donating.ts';
import { testApp } from '#test/test-app.ts';
import { users } from './account-tables.server.ts';

const { app, db, clock } = await testApp();
const names = { firstName: '花子', lastName: '髙橋' };
const kana = { firstNameKana: 'はなこ', lastNameKana: 'たかはし' };
const profile = {
  name: '',
  text: '',
  birth: '',
  gender: 'unspecified',
  snsAccounts: { instagram: '', facebook: '', twitter: '' },
};

let count = 0;
let email = '';
beforeAll(() => insertAssociate(db, 'ao'));
beforeEach(() => {
  email = `hanako${++count}@example.jp`;
  clock.now = new Date(clock.now.getTime() + 60 * 60_000);
});

async function newcomer() {
  const page = browser(app);
  await page.signUp(email);
  await page.renew();
  return page;
}
async function registered() {
  const page = await newcomer();
  expect((await page.post('/api/users', names)).statusCode).toBe(201);
  return page;
}

const unfit: [what: string, name: string][] = [
  ['an address', '【重要】http://evil.example'],
  ['an address without its start', 'ｅｖｉｌ．ｊｐ／ａ'],
  ['a turned direction', '花\u202E子'],
  ['a space without width', '花\u200B子'],
  ['a line break', '花\n子'],
];

test.each([...unfit, ['nothing to be seen', '\u200B\u3164']])(
  'nobody registers with a name of %s',
  async (_what, name) => {
    const page = await newcomer();
    for (const field of ['firstName', 'lastName']) {
      const reply = await page.post('/api/users', { ...names, [field]: name });
      expect(reply.statusCode).toBe(400);
      expect(reply.json().errors[0].path).toBe(field);
    }
    expect(await db.select().from(users).where(eq(users.email, email))).toEqual([]);
    expect(await db.select().from(outboxMails).where(eq(outboxMails.recipient, email))).toEqual([]);
  },
);

test.each(unfit)('nobody is called by %s afterwards', async (_what, name) => {
  const page = await registered();
  const changed = { ...names, ...kana, firstName: name };
  const update = await page.post('/api/users/account/names/update', changed);
  expect([update.statusCode, update.json().errors[0].path]).toEqual([400, 'firstName']);
  const shown = await page.post('/api/users/profile', { ...profile, name });
  expect([shown.statusCode, shown.json().errors[0].path]).toEqual([400, 'name']);
});

test.each(unfit)('nobody applies with a name of %s', async (_what, lastName) => {
  const body = applyBody({ applicant: { lastName, email } });
  const reply = await browser(app).post('/api/appraisal/apply', body);
  expect([reply.statusCode, reply.json().errors[0].path]).toEqual([400, 'applicant.lastName']);
  expect(await db.select().from(applications).where(eq(applications.email, email))).toEqual([]);
});

test('a reading has no line break either', async () => {
  const page = await registered();
  const changed = { ...names, ...kana, firstNameKana: 'はな\nこ' };
  const reply = await page.post('/api/users/account/names/update', changed);
  expect([reply.statusCode, reply.json().errors[0].path]).toEqual([400, 'firstNameKana']);
});

test.each(['\u200B', '\u00AD', '\u2060', '\u3164'])(
  'no second account looks like another by %j in its e-mail',
  async (letter) => {
    await registered();
    const alike = email.replace('hanako', `hana${letter}ko`);
    const reply = await browser(app).signUp(alike);
    expect([reply.statusCode, reply.json().errors]).toEqual([
      400,
      [{ path: 'email', message: '正しいメールアドレスを入力してください。' }],
    ]);
    expect(await db.select().from(authUsers).where(eq(authUsers.email, alike))).toEqual([]);
  },
);

test('a name with the variant of a kanji, a foreign one, and what was copied along are taken', async () => {
  const page = await registered();
  const changed = { ...kana, lastName: ' 葛\u{E0100}城\u200B', firstName: "O'Neil-ジョン.St. J" };
  const reply = await page.post('/api/users/account/names/update', changed);
  expect(reply.statusCode).toBe(200);
  expect(reply.json().names).toMatchObject({
    lastName: '葛\u{E0100}城',
    firstName: "O'Neil-ジョン.St. J",
  });
});
