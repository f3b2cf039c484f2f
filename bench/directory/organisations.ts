import type { Database } from '#kit/db/database.server.ts';
import { transaction } from '#kit/db/database.server.ts';
import { insertAll } from '#kit/db/insert-all.server.ts';
import { prefectures } from '#kit/values/prefecture.ts';
import { keptSums } from '#money/sums/sum-tables.server.ts';
import {
  associateCertifications,
  associateChallenges,
  associateMonths,
  associates,
} from '#organisations/associates/associate-tables.server.ts';
import { classificationIds } from '#organisations/associates/classification.ts';
import { socialChallengeIds } from '#organisations/challenges/social-challenge.ts';
import { type Random, randomOf } from '#start/sample/random.server.ts';

const beneficiaries =
  '子どもたち 高齢者 障がい者 猫 犬 留学生 被災した方 若者 女性 農家 外国人 患者 里親 学生 家族 住民 働く人 保護犬 難民 職人'.split(
    ' ',
  );
const activities =
  '学習支援 こども食堂 居場所づくり 譲渡会 医療相談 森林保全 フードバンク 就労支援 国際協力 伝統芸能の継承 清掃活動 読み聞かせ スポーツ教室 ボランティア育成 災害支援 調査研究 人権啓発 音楽会 移動図書館 プログラミング教室'.split(
    ' ',
  );
const verbs =
  '続けています 広げています 支えています 地域の皆さまと進めています 毎月ひらいています 全国へ届けています 学校とともに行っています'.split(
    ' ',
  );
const bodies = 'NPO法人 一般社団法人 公益財団法人 社会福祉法人 認定NPO法人'.split(' ');
const ends = 'の会 ネットワーク センター 協会 プロジェクト クラブ の家 サポート基金 工房'.split(
  ' ',
);

/** The 2,965 kanji of JIS X 0208, level 1, which names are written in. */
function kanji(): string[] {
  const bytes = Array.from({ length: 32 }, (_, row) =>
    Array.from({ length: 94 }, (_, cell) => [0xb0 + row, 0xa1 + cell]),
  ).flat(2);
  const text = new TextDecoder('euc-jp').decode(Uint8Array.from(bytes));
  return [...text].filter((letter) => /\p{Script=Han}/u.test(letter));
}

/** Made-up words of two and three letters: some letters occur in many of them, most in few. */
function coined(random: Random, count: number): string[] {
  const letters = random.shuffled(kanji());
  const letter = () => letters[Math.floor(letters.length * random.next() ** 3)] ?? '';
  return Array.from({ length: count }, () =>
    Array.from({ length: random.chance(0.7) ? 2 : 3 }, letter).join(''),
  );
}

function textsOf(random: Random, words: readonly string[]) {
  // A few words occur everywhere.
  const word = () => words[Math.floor(words.length * random.next() ** 2)] ?? '';
  const sentence = () =>
    `${word()}の${random.pick(beneficiaries)}のために、${word()}や${random.pick(activities)}を${random.pick(verbs)}。`;
  const body = random.chance(0.6) ? random.pick(bodies) : '';
  const place = random.pick(prefectures);
  return {
    name: `${body}${word()}${random.chance(0.5) ? random.pick(activities) : word()}${random.pick(ends)}`,
    summary: sentence() + sentence(),
    locations: [`${place}${word()}市`, ...(random.chance(0.2) ? [`${place}${word()}町`] : [])],
  };
}

/** Fills an empty database with organisations, a third of them with gifts this month. */
export async function fillOrganisations(db: Database, count: number, month: string) {
  const random = randomOf(1, 'directory');
  const words = coined(random, 20_000);
  const atOnce = 10_000;
  for (let from = 0; from < count; from += atOnce) {
    const numbers = Array.from({ length: Math.min(atOnce, count - from) }, (_, n) => from + n);
    const ids = numbers.map((n) => `bench-${n}`);
    const rows = ids.map((id) => ({
      id,
      ...textsOf(random, words),
      classification: random.pick(classificationIds),
      createdAt: new Date(Date.UTC(2018, 0, random.int(1, 3_000))),
    }));
    const given = ids.filter(() => random.chance(0.7));
    await transaction(db, async (tx) => {
      await insertAll(tx, associates, rows);
      await insertAll(
        tx,
        associateChallenges,
        ids.flatMap((associateId) =>
          random
            .shuffled(socialChallengeIds)
            .slice(0, random.int(1, 3))
            .map((socialChallengeId, position) => ({ associateId, socialChallengeId, position })),
        ),
      );
      await insertAll(
        tx,
        associateCertifications,
        rows
          .filter(({ classification }) => classification.includes('npo'))
          .map(({ id }) => ({
            associateId: id,
            number: id,
            authority: '所轄庁',
            certifiedOn: '2024-01-01',
            expiresOn: '2099-01-01',
            hasTaxCredit: false,
          })),
      );
      await insertAll(
        tx,
        keptSums,
        given.map((key) => ({
          name: 'associate-donations',
          key,
          count: random.int(1, 500),
          amount: random.int(100, 900_000),
        })),
      );
      await insertAll(
        tx,
        associateMonths,
        given
          .filter(() => random.chance(0.5))
          .map((associateId) => ({
            associateId,
            month,
            donationCount: random.int(1, 50),
            amountYen: random.int(100, 90_000),
          })),
      );
    });
  }
  await db.execute('analyze');
}
