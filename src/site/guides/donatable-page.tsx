import { CheckList } from '#kit/pages/check-list.tsx';
import { services } from '#kit/pages/context.ts';
import { GuideHead } from '#kit/pages/guide-head.tsx';
import { GuideLinks } from '#kit/pages/guide-links.tsx';
import { GuideSection } from '#kit/pages/guide-section.tsx';
import { pageMeta } from '#kit/pages/page-meta.ts';
import { PictureCards } from '#kit/pages/picture-cards.tsx';
import { unlessSameUrl } from '#kit/pages/revalidation.ts';
import { Link } from '#kit/ui/links/link.tsx';
import type { Route } from './+types/donatable-page.ts';
import { DonatableGoods } from './donatable-goods.tsx';

export const handle = {
  breadcrumb: [
    { label: 'たすきについて', to: '/about-service' },
    { label: '寄付できるもの', to: '/about-service/donatable' },
  ],
};

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: '寄付できるもの',
    description:
      '洋服、バッグ、靴、アクセサリー、腕時計、ジュエリー、金・貴金属など、寄付できるものの例と状態の目安です。ブランドの有無は問いません。',
  });

export const shouldRevalidate = unlessSameUrl;

export async function loader({ context }: Route.LoaderArgs) {
  const { products, productNotes } = await context.get(services).acceptance.offer();
  return { products, productNotes };
}

export default function Donatable({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <GuideHead
        title="寄付できるもの"
        lead="ブランドの有無は問いません。友人に譲ってもよいと思える状態なら、どうぞ箱に入れてください。"
        pictures={['dress', 'handbag', 'watch']}
        tint="coral"
      />
      <GuideSection title="種類ごとに見る">
        <DonatableGoods {...loaderData} />
        <p className="mt-4">
          種類が混ざっていても、一つの箱に入れてかまいません。
          <Link to="/about-service/undonatable" className="underline">
            寄付できないもの
          </Link>
          も、あわせてご確認ください。
        </p>
      </GuideSection>
      <GuideSection
        title="値段がつきやすいもの、つきにくいもの"
        lead="値段は、状態、季節、人気によって変わります。次のような傾向がありますが、つきにくいものも、どうぞお送りください。"
      >
        <PictureCards cards={priceTendencies} />
      </GuideSection>
      <GuideSection title="送るまでの、ひと手間">
        <CheckList>
          {[
            '洗濯表示に合わせて洗い、しっかり乾かす。',
            '毛玉やほこり、ペットの毛を取る。',
            '替えのボタン、ベルト、保存袋、箱、保証書を一緒に入れる。',
            'これからの季節のものを、少し早めに送る。',
            '防虫剤や香りの強い柔軟剤のにおいは、風を通してやわらげる。',
          ]}
        </CheckList>
      </GuideSection>
      <GuideLinks
        to={[
          '/about-service/donatable/gold',
          '/about-service/undonatable',
          '/about-service/application-flow',
        ]}
      />
    </>
  );
}

const priceTendencies = [
  {
    picture: 'chart-increasing',
    tint: 'leaf',
    name: 'つきやすいもの',
    text: 'ブランドのバッグや腕時計、貴金属、アウトドアやスポーツの衣類、状態のよいコートやダウン、タグのついた未使用品。',
  },
  {
    picture: 'seedling',
    tint: 'honey',
    name: 'つきにくいもの',
    text: '着古したTシャツや肌着に近いもの、何年も前の流行のスーツ、名前を書いた子ども服、ノベルティ。行き先は、寄付の履歴の明細で見られます。',
  },
] as const;
