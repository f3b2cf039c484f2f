import type { campaignAssociates, campaigns } from '#giving/campaigns/campaign-tables.server.ts';
import { addDays, jstDay } from '#kit/values/timestamp.ts';
import type { categoryAssociates } from '#organisations/associates/associate-tables.server.ts';

type CampaignRow = typeof campaigns.$inferInsert;

/** Organisations of the two campaigns of 2018, fixed permanently (docs/product.md, Sample data). */
export const catCampaignIds = [1, 2, 3, 4, 5, 6, 7, 8].map((place) => `sample-animal-${place}`);
export const reliefCampaignIds = [1, 3, 4, 5].map((place) => `sample-disaster-${place}`);

const seasons = [
  {
    token: 'winter',
    title: '冬じたくキャンペーン',
    lead: '袖を通さない一着を、だれかのあたたかさに。',
    body: 'コートやセーターの入れ替えの季節です。眠っている冬物を、寒さのなかで活動する団体への寄付に変えませんか。期間中のお申し込みは、査定額に加算があります。',
    picks: ['child-1', 'disaster-2', 'employment-2', 'woman-1', 'local-community-1', 'animal-1'],
  },
  {
    token: 'spring',
    title: '春のころもがえキャンペーン',
    lead: '新しい季節を、軽やかに。',
    body: '進学や引っ越しで増えた「まだ着られる服」を、学びと子育てを支える団体への寄付に変えませんか。制服や体操着を必要とするご家庭にも思いが届きます。',
    picks: ['child-4', 'child-education-1', 'child-education-2', 'woman-2', 'animal-5', 'child-6'],
  },
  {
    token: 'summer',
    title: '夏の海と森キャンペーン',
    lead: '思い出の夏服で、次の夏を守る。',
    body: '海岸や里山の手入れが最も忙しい季節です。役目を終えた夏物を、自然を守る団体への寄付に変えませんか。',
    picks: [
      'environment-1',
      'environment-2',
      'environment-3',
      'environment-4',
      'child-6',
      'animal-9',
    ],
  },
  {
    token: 'autumn',
    title: '実りの秋キャンペーン',
    lead: '学びと文化に、一着の応援を。',
    body: '本を読み、音楽に耳を澄ます季節です。クローゼットの衣がえを、学びと文化を支える団体への寄付に変えませんか。',
    picks: [
      'culture-1',
      'culture-2',
      'social-education-2',
      'child-education-3',
      'international-5',
      'disabilities-5',
    ],
  },
];

/** The two campaigns of 2018 and one running at `now`, each with its organisations. */
export function campaignRows(listed: ReadonlySet<string>, now: Date) {
  const today = jstDay(now);
  const month = Number(today.slice(5, 7));
  // December to February is winter.
  const season = seasons[Math.floor((month % 12) / 3)] ?? seasons[0];
  const campaign = (
    values: Omit<CampaignRow, 'isSample'>,
    associateIds: readonly string[],
  ): { row: CampaignRow; associates: (typeof campaignAssociates.$inferInsert)[] } => ({
    row: { ...values, isSample: true },
    associates: associateIds
      .filter((id) => listed.has(id))
      .map((associateId, position) => ({
        year: values.year,
        token: values.token,
        associateId,
        position,
      })),
  });
  return [
    campaign(
      {
        year: 2018,
        token: 'cat',
        title: 'ねこの日キャンペーン2018',
        lead: '二月二十二日は、ねこの日。',
        body: '飼い主を待つ猫、町で暮らす猫、年をとった猫。それぞれの場所で猫と人を支える八つの団体を紹介します。あなたの一着が、ごはんと医療とあたたかい寝床になります。',
        startsOn: '2018-02-01',
        endsOn: '2018-03-31',
      },
      catCampaignIds,
    ),
    campaign(
      {
        year: 2018,
        token: 'heavy-rain',
        title: '西日本豪雨 被災地支援',
        lead: '泥をかき出す手に、力を。',
        body: '二〇一八年七月の豪雨で被災した地域を支える四つの団体を紹介します。暮らしの再建には、長い時間がかかります。衣類の寄付を、現場の活動資金に変えてお届けします。',
        startsOn: '2018-07-10',
        endsOn: '2018-12-31',
      },
      reliefCampaignIds,
    ),
    campaign(
      {
        year: Number(today.slice(0, 4)),
        token: season?.token ?? 'winter',
        title: season?.title ?? '',
        lead: season?.lead ?? '',
        body: season?.body ?? '',
        startsOn: addDays(today, -20),
        endsOn: addDays(today, 40),
      },
      (season?.picks ?? []).map((place) => `sample-${place}`),
    ),
  ];
}

const picks = [
  [
    'animal',
    'animal-5',
    '真夜中の授乳をつなぐ',
    '三時間おきのミルクを、町の家庭がリレーで支えています。',
  ],
  [
    'child',
    'child-1',
    'だれでも来られる夕ごはん',
    '週三回の食卓から、子どもの小さな変化に気づきます。',
  ],
  [
    'disaster',
    'disaster-5',
    '湯気を最初の朝に',
    '料理人の厨房車が、避難所に温かい一杯を届けます。',
  ],
  [
    'environment',
    'environment-2',
    '拾う手を、減らす力に',
    '海岸のごみを数え、出どころから減らす取り組みです。',
  ],
  [
    'disabilities',
    'disabilities-1',
    '焼きたてを仕事に',
    '二十三人の職人が、毎朝パンを焼いています。',
  ],
  [
    'international',
    'international-5',
    'ロバが運ぶ物語',
    '道のない村へ、母語の絵本を届ける移動図書館です。',
  ],
] as const;

/** Picks of the top page, one for each of six categories. */
export function pickRows(listed: ReadonlySet<string>): (typeof categoryAssociates.$inferInsert)[] {
  return picks
    .map(([category, place, title, comment], index) => ({
      category,
      associateId: `sample-${place}`,
      title,
      comment,
      orders: index + 1,
    }))
    .filter(({ associateId }) => listed.has(associateId));
}
