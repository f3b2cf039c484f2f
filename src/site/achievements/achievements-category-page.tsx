import { BarLegend, BarList } from '#kit/charts/bar-list.tsx';
import { FiguresTable } from '#kit/charts/figures-table.tsx';
import { services } from '#kit/pages/context.ts';
import { pageMeta } from '#kit/pages/page-meta.ts';
import { Link } from '#kit/ui/links/link.tsx';
import { Picture } from '#kit/ui/pictures/picture.tsx';
import { addPublicYen } from '#money/public-book/public-figure.ts';
import { publicSumNotes } from '#money/public-book/public-sum-notes.ts';
import { socialChallenges } from '#organisations/challenges/social-challenge.ts';
import type { Route } from './+types/achievements-category-page.ts';
import { AchievementsPage, ChartSection } from './achievements-frame.tsx';

export const handle = {
  breadcrumb: [{ label: '寄付の実績', to: '/achievements' }, { label: '社会課題別' }],
};

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: '社会課題ごとの寄付の実績',
    description:
      '子ども、動物、環境など18の社会課題ごとに、成立した寄付の件数と金額を公開しています。',
  });

export async function loader({ context }: Route.LoaderArgs) {
  const challenges = await context.get(services).achievements.challenges();
  const countOf = ({ toAssociates, toFund }: (typeof challenges)[number]) =>
    toAssociates.count + toFund.count;
  return { challenges: [...challenges].sort((a, b) => countOf(b) - countOf(a)) };
}

export default function AchievementsCategory({ loaderData }: Route.ComponentProps) {
  const { challenges } = loaderData;
  return (
    <AchievementsPage
      title="社会課題ごとの寄付の実績"
      lead="18の社会課題ごとの、成立した寄付の集計です（送金前を含みます）。"
      notes={[
        '団体への寄付は、その団体がいちばんに取り組む社会課題で数えています。',
        '基金への寄付は、その基金の社会課題で数えています。',
        '取り消された寄付は含みません。',
        ...publicSumNotes,
        '社会課題ごとの金額は、金額を公表している団体と基金の合計です。',
      ]}
    >
      <ChartSection title="寄付の件数">
        <div className="mb-5">
          <BarLegend
            entries={[
              { tone: 'coral', name: '団体への寄付' },
              { tone: 'honey', name: '基金への寄付' },
            ]}
          />
        </div>
        <BarList
          label="社会課題ごとの寄付の件数"
          bars={challenges.map(({ id, toAssociates, toFund }) => ({
            name: socialChallenges[id].label,
            picture: <Picture name={socialChallenges[id].emblem} className="size-7" />,
            parts: [
              { count: toAssociates.count, tone: 'coral' },
              { count: toFund.count, tone: 'honey' },
            ],
          }))}
        />
        <FiguresTable
          caption="社会課題ごとの寄付の件数と金額"
          nameLabel="社会課題"
          rows={challenges.map(({ id, toAssociates, toFund }) => ({
            name: socialChallenges[id].label,
            count: toAssociates.count + toFund.count,
            amountYen: addPublicYen(toAssociates.amountYen, toFund.amountYen),
          }))}
        />
        <p className="mt-6">
          <Link to="/search/social-challenge" className="text-coral-dark underline">
            社会課題から団体を探す
          </Link>
        </p>
      </ChartSection>
    </AchievementsPage>
  );
}
