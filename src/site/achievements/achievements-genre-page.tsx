import { productLabels } from '#giving/applications/goods.ts';
import { BarList } from '#kit/charts/bar-list.tsx';
import { FiguresTable } from '#kit/charts/figures-table.tsx';
import { services } from '#kit/pages/context.ts';
import { pageMeta } from '#kit/pages/page-meta.ts';
import { Link } from '#kit/ui/links/link.tsx';
import { goodsPictures } from '#kit/ui/pictures/goods-pictures.ts';
import { Picture } from '#kit/ui/pictures/picture.tsx';
import { formatDate } from '#kit/values/timestamp.ts';
import type { Route } from './+types/achievements-genre-page.ts';
import { AchievementsPage, ChartSection } from './achievements-frame.tsx';

export const handle = {
  breadcrumb: [{ label: '寄付の実績', to: '/achievements' }, { label: 'お品物別' }],
};

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: 'お品物ごとの寄付の実績',
    description: '洋服、バッグ、靴、時計など、どんなお品物が寄付になったかを公開しています。',
  });

export async function loader({ context }: Route.LoaderArgs) {
  const { until, sums } = await context.get(services).achievements.goods();
  return { until, goods: [...sums].sort((a, b) => b.count - a.count) };
}

export default function AchievementsGenre({ loaderData: { until, goods } }: Route.ComponentProps) {
  return (
    <AchievementsPage
      title="お品物ごとの寄付の実績"
      lead="どんなお品物が、寄付になったかを公開しています。"
      notes={[
        `${formatDate(until)}までに成立した寄付の集計です。毎日0時に新しくなります。`,
        'お申し込みのときに選ばれた種類で数えています。一つの箱に何種類か入っているときは、それぞれに数えます。',
      ]}
    >
      <ChartSection title="お品物が入っていた箱の件数">
        <BarList
          label="お品物の種類ごとの寄付の件数"
          bars={goods.map(({ id, count }) => ({
            name: productLabels[id],
            picture: <Picture name={goodsPictures[id]} className="size-7" />,
            parts: [{ count, tone: 'coral' }],
          }))}
        />
        <FiguresTable
          caption="お品物の種類ごとの寄付の件数"
          nameLabel="お品物の種類"
          rows={goods.map(({ id, count }) => ({ name: productLabels[id], count }))}
        />
        <p className="mt-6">
          <Link to="/about-service/donatable" className="text-coral-dark underline">
            寄付できるものを見る
          </Link>
        </p>
      </ChartSection>
    </AchievementsPage>
  );
}
