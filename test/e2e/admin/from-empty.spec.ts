import type { Page } from '@playwright/test';
import { sql } from 'drizzle-orm';
import type { Role } from '#kit/permissions/roles.ts';
import { csvForPeople } from '#kit/values/csv/csv-cell.ts';
import { addDays, jstDay } from '#kit/values/timestamp.ts';
import { menuOf, tabOf } from '#office/shell/menu.ts';
import { giveAuthenticator } from '#test/e2e/authenticators.ts';
import { apply, registerFromApplication, resultFile } from '#test/e2e/donating.ts';
import { expect, type Product, test } from '#test/e2e/fixtures.ts';
import { withDatabase } from '#test/e2e/giving.ts';
import { acceptInvitation, type Invited, openInvitation, setUpPasskey } from '#test/e2e/invited.ts';
import { closeMessage, login, mailedPath, password } from '#test/e2e/members.ts';
import {
  expectJapanese,
  expectNoSidewaysScroll,
  hydrated,
  keepPicture,
} from '#test/e2e/page-checks.ts';
import { releaseResults } from '#test/e2e/release-results.ts';
import {
  checkOf,
  fillInFacts,
  owner as ownerFacts,
  publish,
  setUpApp,
  takeOver,
} from '#test/e2e/setting-up.ts';
import { completeFacts } from '#test/factories/service-facts.ts';

// Opening a service on an empty database without the command line: from the one-time link to a
// donor who reads the thanks for a gift.

test.use({ installation: 'empty-to-open' });
// Enough for a busy machine.
test.describe.configure({ timeout: 300_000 });

const river = { id: 'kawa-no-kai', name: '川の会' };
const weavers = { name: 'つむぎの会', email: 'tsumugi@tsumugi.example' };
const thanksBody = '{{お名前}}\n\n{{団体名}}では、いただいた布で寝床を20枚作りました。';
const donor = { lastName: '新井', firstName: '旅人', email: 'tabito@example.com' };
const person = (family: string, familyKana: string, email: string) => ({
  lastName: family,
  firstName: '花子',
  lastNameKana: familyKana,
  firstNameKana: 'はなこ',
  email,
});
const operatorFacts = person('小川', 'おがわ', 'ogawa@hashi.example');
const warehouseFacts = person('倉本', 'くらもと', 'kuramoto@hashi.example');
const accountantFacts = person('金子', 'かねこ', 'kaneko@hashi.example');
const writerFacts = person('紡', 'つむぎ', weavers.email);

test('three people open a service on an empty database, and a gift goes its whole way @rare-2', async ({
  page: owner,
  product,
  anotherPerson,
}) => {
  const visitor = await anotherPerson();
  const operator = await anotherPerson();
  const warehouse = await anotherPerson();
  const accountant = await anotherPerson();
  const writer = await anotherPerson();
  let path = '';
  let appraisalId = '';

  await test.step('the one-time link makes the owner, who has a second factor', async () => {
    await takeOver(owner, product);
    await setUpApp(owner, ownerFacts.password);
    await expect(owner).toHaveURL('/admin/setup');
    await expect(checkOf(owner, '責任者の2段階認証')).toContainText('済み');
    await expect(owner.getByRole('button', { name: 'サービスを開く' })).toHaveCount(0);
    await expectGoodScreen(owner, 'check-list-empty');
  });

  await test.step('the facts, what is accepted and the texts of law', async () => {
    await nextOfCheckList(owner, '運営者の名称・所在地・連絡先');
    await fillInFacts(owner, completeFacts);
    await publish(owner);
    await owner.goto('/admin/settings/acceptance');
    await owner.getByLabel('沖縄県').check();
    await publish(owner);
    await owner.goto('/admin/settings/legal');
    await expectGoodScreen(owner, 'legal-texts');
    await owner.getByRole('button', { name: 'このまま公開する' }).click();
    await expect(owner.getByText('は、用意された文面のままです')).toHaveCount(0);
    await owner.goto('/admin/setup');
    for (const label of ['送り主と倉庫の住所', 'お引き受けできるもの', '利用規約']) {
      await expect(checkOf(owner, label)).toContainText('済み');
    }
  });

  await test.step('alone, the owner waits a day for those who may decide and for the account that pays', async () => {
    await invite(owner, operatorFacts.email, /^運営 /);
    await invite(owner, accountantFacts.email, /^経理/);
    await expectGoodScreen(owner, 'people');
    await owner.goto('/admin/bank-account');
    await askForAccount(owner);
    await expectGoodScreen(owner, 'bank-account');
    await owner.goto('/admin/approvals');
    await owner.getByRole('main').getByRole('link', { name: '口座の登録' }).first().click();
    await expect(owner.getByRole('dialog')).toContainText('ほかに承認できる人がいないため');
    await aDayPasses(product);
    await accept(operator, product, operatorFacts);
    await owner.goto('/admin/bank-account');
    await expect(owner.getByText('***2345')).toBeVisible();
  });

  await test.step('who was invited does not decide for who invited them', async () => {
    await owner.goto('/admin/people');
    await invite(owner, 'another@hashi.example', /^経理/);
    await operator.goto('/admin/approvals');
    await operator.getByRole('main').getByRole('link', { name: '運営への招待' }).first().click();
    await expect(operator.getByRole('dialog')).toContainText('30日以内に招待');
    await expect(operator.getByRole('button', { name: '承認して反映する' })).toHaveCount(0);
    await expectGoodScreen(operator, 'approval-of-who-invited');
  });

  await test.step('an organisation comes by CSV, a wrong row mended in place', async () => {
    await nextOfCheckList(owner, '寄付先の団体');
    await expectGoodScreen(owner, 'associates-empty');
    await owner.getByRole('link', { name: 'CSVから取り込む' }).click();
    await importRiver(owner);
    await owner.goto('/admin/setup');
    await expectGoodScreen(owner, 'check-list-done');
  });

  await test.step('the doors are opened', async () => {
    await visitor.goto('/listing');
    await expect(visitor.getByRole('heading', { name: 'まもなく開きます' })).toBeVisible();
    await owner.getByRole('button', { name: 'サービスを開く' }).click();
    await expect(owner.getByText('サービスは開いています')).toBeVisible();
    await visitor.goto('/');
    await expect(visitor.getByRole('heading', { name: 'まもなく開きます' })).toHaveCount(0);
    await expectGoodScreen(visitor, 'top');
  });

  await test.step('an organisation asks to be listed, and its staff is invited', async () => {
    await visitor.goto('/listing');
    await askToBeListed(visitor);
    await expectGoodScreen(visitor, 'listing-sent');
    await operator.goto('/admin/listings');
    await operator.getByRole('link', { name: weavers.name }).click();
    await expect(operator.getByRole('button', { name: '相談を始める' })).toBeVisible();
    await expectGoodScreen(operator, 'listing');
    await operator.getByRole('button', { name: '掲載を決める（下書きを作る）' }).click();
    await expect(operator.getByRole('heading', { name: weavers.name, level: 1 })).toBeVisible();
    await recordAgreement(operator);
    await expectGoodScreen(operator, 'associate-draft');
    path = `/associate/${new URL(operator.url()).pathname.split('/').at(-1)}`;
  });

  await test.step('staff accept, sign in with their second factor and write the page, which the operator looks at', async () => {
    await accept(writer, product, writerFacts, weavers.name);
    await expect(writer).toHaveURL('/staff');
    await signInAgain(writer, weavers.email);
    await expect(writer.getByText('団体のページは、まだ公開されていません')).toBeVisible();
    await expectGoodScreen(writer, 'staff');
    await writePage(writer);
    await expectGoodScreen(writer, 'staff-page');
    await publishAfterLook(operator, weavers.name, 'look');
    await operator.goto(path.replace('/associate', '/admin/associates'));
    await operator.getByRole('button', { name: '公開する', exact: true }).click();
    await expect(operator.getByText('状態：公開中')).toBeVisible();
  });

  await test.step('a visitor finds it, and applies', async () => {
    await visitor.goto('/search');
    await hydrated(visitor);
    await visitor.getByLabel('キーワード').fill('つむぎ');
    await expect(visitor).toHaveURL(/keyword=/);
    await expectGoodScreen(visitor, 'search');
    await visitor
      .getByRole('main')
      .getByRole('listitem')
      .getByRole('link', { name: new RegExp(weavers.name) })
      .first()
      .click();
    await expect(visitor.getByRole('heading', { name: weavers.name, level: 1 })).toBeVisible();
    await expect(visitor).toHaveURL(path);
    await expectGoodScreen(visitor, 'associate');
    appraisalId = await apply(visitor, donor);
    await registerFromApplication(visitor, password);
  });

  await test.step('warehouse and accountant are invited; everybody sees what they may', async () => {
    await owner.goto('/admin/people');
    await hydrated(owner);
    await invite(owner, warehouseFacts.email, /^倉庫/);
    await accept(warehouse, product, warehouseFacts);
    await accept(accountant, product, accountantFacts);
    await expectGoodScreen(warehouse, 'warehouse');
    await expectGoodScreen(accountant, 'accountant');
    await expect(accountant.getByText('CSVを取り込む')).toHaveCount(0);
    await expect(warehouse.getByText('送れなかったメール')).toHaveCount(0);
    await operator.goto('/admin/people');
    await expectRoom(operator, 'operator');
    // Reserved for the owner.
    await expect(operator.getByRole('button', { name: '招待する' })).toHaveCount(0);
    expect(await statusOf(operator, '/api/office/setup/opening', { isOpen: false })).toBe(403);
    await expectRoom(warehouse, 'warehouse', '/admin/bank-account', '/admin/identity-checks');
    await expectRoom(accountant, 'accountant', '/admin/people', '/admin/donors');
    await expectRefused(warehouse, ['people', 'donors', 'identity-checks', 'mails']);
    await expectRefused(accountant, ['applications', 'people', 'donors', 'mails']);
    await expectRefused(writer, ['applications', 'people', 'donors']);
    await expectRefused(visitor, ['applications', 'people', 'donors']);
  });

  await test.step('the box goes its way', async () => {
    await moveOn(operator, appraisalId, '箱を発送した');
    await moveOn(warehouse, appraisalId, 'お品物が届いた');
    await warehouse.goto('/admin/results');
    const associateId = path.split('/').at(-1) ?? '';
    await warehouse.getByLabel('査定結果のCSV').setInputFiles({
      name: '査定結果.csv',
      mimeType: 'text/csv',
      buffer: resultFile([{ appraisalId, associateId, amountYen: 3_240 }]),
    });
    await warehouse.getByRole('button', { name: 'ためし読みする' }).click();
    await warehouse.getByRole('button', { name: '1行を受け付ける' }).click();
    await expect(warehouse.getByText('1行を受け付けました')).toBeVisible();
    await expectGoodScreen(warehouse, 'results');
    await operator.goto('/admin/results');
    await operator.getByRole('link', { name: '査定結果.csv' }).first().click();
    await releaseResults(operator);
  });

  await test.step('staff write thanks, which the donor reads', async () => {
    const title = '一着のつむぎ';
    await writeThanks(writer, title);
    await expectGoodScreen(writer, 'staff-thanks');
    await publishAfterLook(operator, title, 'look-thanks');
    await visitor.goto(await mailedPath(product, donor.email, 'mypage/donation-history', title));
    const letters = visitor.getByRole('region', { name: '団体からのお礼' });
    await expect(letters).toContainText(title);
    await expect(letters).toContainText('つむぎの会では、いただいた布で寝床を20枚作りました。');
    await expect(visitor.getByText('3,240円').first()).toBeVisible();
    await expectGoodScreen(visitor, 'thanks');
  });

  await test.step('a campaign opens and closes by its days', async () => {
    const today = jstDay(new Date());
    await operator.goto('/admin/campaigns/new');
    const campaign = await beginCampaign(operator, addDays(today, 1), addDays(today, 30));
    const states = [
      ['まもなく開始', addDays(today, 1), addDays(today, 30)],
      ['開催中', today, today],
      ['終了しました', addDays(today, -30), addDays(today, -1)],
    ] as const;
    for (const [state, startsOn, endsOn] of states) {
      await operator.getByLabel('始まりの日').fill(startsOn);
      await operator.getByLabel('終わりの日').fill(endsOn);
      await publish(operator);
      await visitor.goto(campaign);
      await expect(visitor.getByRole('main').getByText(state, { exact: true })).toBeVisible();
      await expectGoodScreen(visitor, `campaign-${state}`);
    }
    await expect(visitor.getByText('この特集は終了しました')).toBeVisible();
    await expectGoodScreen(operator, 'campaign-editor');
  });
});

/** A screen fits a phone and is entirely in Japanese. */
async function expectGoodScreen(page: Page, name: string): Promise<void> {
  await expect(page.locator('.animate-shimmer')).toHaveCount(0);
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoSidewaysScroll(page);
    await keepPicture(page, `from-empty-${name}-${width}`);
  }
  await expectJapanese(page);
}

/** The check list shows the next missing item and links to it. */
async function nextOfCheckList(page: Page, label: string): Promise<void> {
  await page.goto('/admin/setup');
  await expect(checkOf(page, label)).toContainText('未完了');
  await page.getByRole('link', { name: `つぎへ：${label}` }).click();
}

async function invite(page: Page, email: string, role: RegExp): Promise<void> {
  await page.goto('/admin/people');
  await page.getByRole('button', { name: '招待する' }).click();
  const dialog = page.getByRole('dialog', { name: '運営に招待する' });
  await dialog.getByLabel('メールアドレス').fill(email);
  await dialog.getByRole('radio', { name: role }).check();
  const reason = dialog.getByLabel('理由');
  if (await reason.count()) await reason.fill('お金の記録を任せるため');
  await dialog.getByRole('button', { name: /招待を(送る|依頼する)/ }).click();
  await expect(dialog).toBeHidden();
}

async function accept(
  page: Page,
  product: Product,
  invited: Invited & { email: string },
  place = 'たすきの運営',
): Promise<void> {
  await giveAuthenticator(page);
  await openInvitation(page, await mailedPath(product, invited.email, 'invitation'), place);
  await acceptInvitation(page, invited);
  await setUpPasskey(page);
  await expect(page).toHaveURL(/\/(admin|staff)/);
}

async function askForAccount(page: Page): Promise<void> {
  await page.getByRole('button', { name: '口座を登録する' }).click();
  await page.getByRole('combobox', { name: '銀行' }).fill('みずほ');
  await page.getByRole('option', { name: 'みずほ（0001）' }).click();
  await page.getByRole('combobox', { name: '支店' }).fill('まるのうち');
  await page.getByRole('option').first().click();
  await page.getByLabel('口座番号').fill('12345');
  await page.getByLabel('口座名義（カナ）').fill('イルイノハシ');
  await page.getByRole('button', { name: '口座の登録を依頼する' }).click();
  await expect(page.getByText('口座の登録が承認を待っています')).toBeVisible();
}

/** Simulates the waiting period for a single person's request, and the hour until the next sweep. */
async function aDayPasses(product: Product): Promise<void> {
  await withDatabase(product, async (db) => {
    await db.execute(sql`
      update approvals set asked_at = asked_at - interval '1 day', due_at = due_at - interval '1 day'`);
    await db.execute(sql`delete from settings where key = 'last-sweep'`);
  });
  await product.killAndRestart();
}

async function importRiver(page: Page): Promise<void> {
  const columns = {
    団体ID: river.id,
    団体の名称: river.name,
    種別: '会社',
    状態: '公開中',
    ひとことの紹介: '川をきれいにする会です。',
    社会課題: '環境',
    所在地: '東京都府中市見本町1',
    代表者: '川田 清',
    契約の開始日: '2026/04/01',
    手数料: '12.5',
    送金の下限: '3000',
  };
  const csv = csvForPeople([Object.keys(columns), Object.values(columns)]);
  await page
    .getByLabel('団体のCSV')
    .setInputFiles({ name: '団体.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
  await page.getByRole('button', { name: 'ためし読みする' }).click();
  await expect(page.getByRole('alert')).toContainText('1行に確認が必要な点があります');
  await expectGoodScreen(page, 'import-mistake');
  await page.getByLabel('種別（2行目）').fill('NPO法人');
  await page.getByRole('button', { name: '直した行を確かめる' }).click();
  await page.getByRole('button', { name: '1行を取り込む' }).click();
  await expect(page.getByText('すべての行を取り込みました')).toBeVisible();
}

async function askToBeListed(page: Page): Promise<void> {
  await hydrated(page);
  await page.getByLabel('団体の名称').fill(weavers.name);
  await page.getByLabel('団体の種別').selectOption({ label: 'NPO法人' });
  await page.getByLabel('代表者のお名前').fill('紡 花子');
  await page.getByLabel('事務所のある都道府県').selectOption('東京都');
  await page.getByLabel('動物').check();
  await page.getByLabel('活動の内容').fill('布をつないで、動物の寝床を作っています。');
  await page.getByLabel('担当者のお名前').fill('紡 花子');
  await page.getByLabel('メールアドレス').fill(weavers.email);
  await page.getByLabel(/^電話番号/).fill('042-123-4567');
  await page.getByLabel('掲載の条件を読み、同意します').check();
  await page.getByRole('button', { name: 'この内容で申し込む' }).click();
  await expect(
    page.getByRole('heading', { name: '掲載のお申し込みを受け付けました' }),
  ).toBeVisible();
}

async function recordAgreement(page: Page): Promise<void> {
  await page.getByRole('button', { name: '契約を記録する' }).click();
  const dialog = page.getByRole('dialog', { name: '契約を記録する' });
  await dialog.getByLabel('契約の始まる日').fill('2026-04-01');
  await dialog.getByLabel('手数料（％）').fill('12.5');
  await dialog.getByRole('button', { name: '記録する' }).click();
  await expect(page.getByText('契約を記録しました。')).toBeVisible();
}

/** Signs out, and in again with the password and the passkey. */
async function signInAgain(page: Page, email: string): Promise<void> {
  await page.getByRole('banner').getByText('マイページ').click();
  await page.getByRole('button', { name: 'ログアウト' }).click();
  await page.goto('/login');
  await hydrated(page);
  await login(page, email);
  await page.getByRole('button', { name: 'パスキーで確認する' }).click();
  await expect(page).toHaveURL('/staff');
}

const roomMenu = (page: Page) => page.getByRole('navigation', { name: '団体の画面' });

async function writePage(page: Page): Promise<void> {
  await roomMenu(page).getByRole('link', { name: 'ページ' }).click();
  await page.getByLabel('ひとことの紹介').fill('布をつむいで、動物を守る会です。');
  await page.getByLabel('所在地').fill('東京都府中市見本町2');
  await page
    .getByRole('textbox', { name: /^団体の紹介/ })
    .fill('# はじめに\n\n**布**をつむいでいます。');
  await page.getByRole('button', { name: '下書きのまま置く' }).click();
  await expect(page.getByText('まだ公開していない下書きがあります')).toBeVisible();
  await page.getByRole('button', { name: '運営に確認を依頼する' }).click();
  await expect(page.getByText('この下書きは、運営の確認を待っています')).toBeVisible();
  // Asked once.
  await expect(page.getByRole('button', { name: '運営に確認を依頼する' })).toHaveCount(0);
}

async function publishAfterLook(page: Page, text: string, name: string): Promise<void> {
  await page.goto('/admin/looks');
  const waiting = page.getByRole('article').filter({ hasText: text });
  await expect(waiting).toBeVisible();
  await expectGoodScreen(page, name);
  await waiting.getByRole('button', { name: '公開する' }).click();
  await expect(waiting).toHaveCount(0);
}

/** Menu and tabs have exactly the role's screens, and `foreign` ones are refused when opened by URL. */
async function expectRoom(page: Page, role: Role, ...foreign: string[]): Promise<void> {
  for (const path of foreign) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: /^403：/ })).toBeVisible();
  }
  const menu = page.getByRole('navigation', { name: '運営のメニュー' }).getByRole('link');
  const entries = menuOf(role);
  await expect(menu).toHaveText(entries.map(({ label }) => new RegExp(`^${label}`)));
  for (const { label, screens } of entries) {
    await menu.filter({ hasText: new RegExp(`^${label}`) }).click();
    const tabs = page.getByRole('navigation', { name: `${label}の画面` }).getByRole('link');
    const words = screens.filter(({ under }) => under === undefined).map(tabOf);
    await expect(tabs.filter({ hasText: new RegExp(`^(${words.join('|')})`) })).toHaveCount(
      words.length > 1 ? words.length : 0,
    );
  }
}

async function expectRefused(page: Page, lists: string[]): Promise<void> {
  for (const list of lists) {
    expect(await statusOf(page, `/api/office/${list}`), list).toBe(403);
  }
}

/** Status of an API request by the person signed in on the page; with `data`, a change. */
async function statusOf(page: Page, path: string, data?: object): Promise<number> {
  const { token } = await (await page.request.get('/api/auth/token')).json();
  const headers = { authorization: `Bearer ${token}` };
  const answer = data
    ? await page.request.post(path, { headers, data })
    : await page.request.get(path, { headers });
  return answer.status();
}

async function moveOn(page: Page, appraisalId: string, step: string): Promise<void> {
  await page.goto('/admin/applications?filter=all');
  const row = page.getByRole('row').filter({ hasText: appraisalId });
  await row.getByRole('button', { name: step }).click();
  await page.getByRole('dialog').getByRole('button', { name: step }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
}

async function writeThanks(page: Page, title: string): Promise<void> {
  await page.goto('/staff');
  await roomMenu(page).getByRole('link', { name: 'お礼' }).click();
  await page.getByRole('button', { name: '使い道のご報告の文例で書く' }).click();
  await page.getByLabel('件名').fill(title);
  // A gap of the template is never published.
  await page.getByRole('button', { name: '運営に確認を依頼する' }).click();
  await expect(page.getByText('（ここに書いてください）」が残っています').first()).toBeVisible();
  await closeMessage(page);
  await page.getByRole('textbox', { name: /^本文/ }).fill(thanksBody);
  await page.getByRole('button', { name: 'プレビューを見る' }).click();
  await expect(page.getByRole('region', { name: 'プレビュー', exact: true }).last()).toContainText(
    '寄付者さま',
  );
  await page.getByRole('button', { name: /運営に確認を依頼する/ }).click();
  await expect(page.getByText('この下書きは、運営の確認を待っています')).toBeVisible();
}

/** Creates a campaign for the organisation; returns its page's address. */
async function beginCampaign(page: Page, startsOn: string, endsOn: string): Promise<string> {
  await page.getByLabel('題名').fill('布の日');
  await page.getByLabel('始まりの日').fill(startsOn);
  await page.getByLabel('終わりの日').fill(endsOn);
  await page.getByLabel('アドレスの文字').fill('nuno');
  await page.getByRole('button', { name: '下書きを作る' }).click();
  await page.getByLabel('ひとこと').fill('一着の布を、つぎの人へ。');
  await page.getByRole('textbox', { name: /^本文/ }).fill('つむぎの会を応援する特集です。');
  await page.getByLabel('団体を加える').fill('つむぎ');
  await page.getByRole('button', { name: weavers.name }).click();
  await page.getByLabel('ページを公開する').check();
  return `/campaign/${startsOn.slice(0, 4)}/nuno`;
}
