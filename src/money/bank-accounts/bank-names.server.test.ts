import { expect, test } from 'vitest';
import zenginCode from 'zengin-code';
import { isLongForm, sampled } from '#test/form.ts';
import { findBanks, findBranches } from './banks.server.ts';

type Named = { code: string; name: string; kana: string };

const banks = Object.values(zenginCode).filter((bank) => bank !== undefined);
const halfWidth = (text: string) => text.normalize('NFKC');
const fullWidth = (text: string) =>
  text.replace(/[!-~]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0));

/** The list's abbreviations, and the names on branches and passbooks. */
const formalKinds: readonly (readonly [RegExp, string])[] = [
  [/(?<=.)信金$/, '信用金庫'],
  [/信組$/, '信用組合'],
  [/労金$/, '労働金庫'],
  [/農協$/, '農業協同組合'],
  [/漁協$/, '漁業協同組合'],
  [/信連$/, '信用農業協同組合連合会'],
  [/信漁連$/, '信用漁業協同組合連合会'],
];
const hasKind = (name: string) => /(銀行|信金|信組|労金|農協|漁協|連|金庫|中金|機構)$/.test(name);

const bankSpellings = ({ name, kana }: Named) => {
  const formal = formalKinds.find(([short]) => short.test(name));
  const written = formal ? [name, name.replace(...formal)] : [name];
  if (formal) written.push(name.replace(formal[0], ''));
  if (!hasKind(name)) written.push(`${name}銀行`);
  return spellings([...written, kana]);
};
const branchSpellings = ({ name, kana }: Named) => {
  const bare = name.replace(/(営業部|出張所|支所|支店|営業所|代理店)$/, '');
  const written = bare === name ? [name, `${name}支店`, `${name}出張所`] : [name, bare];
  return spellings([...written.filter((one) => one !== ''), kana]);
};
/** In both widths; ヶ and ケ, ッ and ツ are interchangeable. */
const spellings = (written: readonly string[]) => [
  ...new Set(
    written.flatMap((one) => [
      ...[one, halfWidth(one), fullWidth(halfWidth(one)), halfWidth(one).toLowerCase()],
      ...[one.replaceAll('ヶ', 'ケ'), one.replaceAll('ツ', 'ッ')],
      one.replaceAll(/(?<=\p{Script=Han})ケ(?=\p{Script=Han})/gu, 'ヶ'),
    ]),
  ),
];

/** Names shared by more than twenty entries are skipped: only their codes distinguish them. */
async function missedOf(
  entries: readonly Named[],
  spell: (entry: Named) => string[],
  find: (typed: string) => Promise<readonly Named[] | undefined>,
) {
  const missed: string[] = [];
  for (const entry of entries) {
    for (const typed of [...spell(entry), entry.code, fullWidth(entry.code)]) {
      const found = (await find(typed)) ?? [];
      if (!found.some(({ code }) => code === entry.code)) missed.push(`${entry.name}: ${typed}`);
    }
  }
  return missed;
}

test('every bank of the list is found by its name, its formal name, its reading and its code, in either width', async () => {
  expect(banks.length).toBeGreaterThan(1_000);
  expect(await missedOf(banks, bankSpellings, findBanks)).toEqual([]);
});

test('every branch of the list is found among its bank’s, with and without the word for a branch', async () => {
  // The largest have hundreds of branches, so a sample is enough.
  const asked = sampled(banks, { every: 12, salt: 'branches of banks' });
  for (const bank of asked) {
    const missed = await missedOf(Object.values(bank.branches), branchSpellings, (typed) =>
      findBranches(bank.code, typed),
    );
    expect(missed, bank.name).toEqual([]);
  }
  expect(asked.length).toBe(isLongForm ? banks.length : asked.length);
});

test.each([
  ['三菱UFJ銀行', '三菱ＵＦＪ'],
  ['PayPay銀行', 'ＰａｙＰａｙ'],
  ['auじぶん銀行', 'ａｕじぶん'],
  ['ゆうちょ銀行', 'ゆうちょ'],
  ['東京東信用金庫', '東京東信金'],
  ['とうきょうひがししんようきんこ', '東京東信金'],
  ['中央ろうきん', '中央労金'],
  ['ＪＡさいたま', 'さいたま農協'],
  ['りそなぎんこう', 'りそな'],
  ['みずほ（0001）', 'みずほ'],
])('the first found by %s is %s', async (typed, name) => {
  expect((await findBanks(typed))[0]?.name).toBe(name);
});

test.each([
  ['0005', '阿佐ケ谷支店', '阿佐ヶ谷'],
  ['0005', '藤が丘', '藤ヶ丘'],
  ['9900', '〇一八店', '〇一八'],
  ['9900', '○一八', '〇一八'],
  ['0001', '東京営業部', '東京営業部'],
])('the first branch of %s found by %s is %s', async (code, typed, name) => {
  expect((await findBranches(code, typed))?.[0]?.name).toBe(name);
});
