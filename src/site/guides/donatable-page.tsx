import type { Offer } from '#giving/acceptance/acceptance.ts';
import { type ProductKind, productKinds, productLabels } from '#giving/applications/goods.ts';
import { CheckList } from '#kit/pages/check-list.tsx';
import { services } from '#kit/pages/context.ts';
import { GuideHead } from '#kit/pages/guide-head.tsx';
import { GuideLinks } from '#kit/pages/guide-links.tsx';
import { GuideSection } from '#kit/pages/guide-section.tsx';
import { pageMeta } from '#kit/pages/page-meta.ts';
import { PictureCards } from '#kit/pages/picture-cards.tsx';
import { unlessSameUrl } from '#kit/pages/revalidation.ts';
import { FramedTable } from '#kit/ui/framed-table.tsx';
import { Link } from '#kit/ui/links/link.tsx';
import { Picture } from '#kit/ui/pictures/picture.tsx';
import type { PictureName } from '#kit/ui/pictures/picture-names.ts';
import type { Column } from '#kit/ui/table.tsx';
import { EstimateSection } from '#warehouse/estimates/estimate-section.tsx';
import type { Route } from './+types/donatable-page.ts';

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
  const { reads } = context.get(services);
  const [{ products, productNotes }, estimates] = await Promise.all([
    reads.offer(),
    reads.estimates(),
  ]);
  return { products, productNotes, estimates };
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
      <EstimateSection estimates={loaderData.estimates} />
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

type Goods = { picture: PictureName; examples: string; condition: string };

/** Examples of each kind, and the required condition. */
const goods: Record<ProductKind, Goods> = {
  clothes: {
    picture: 't-shirt',
    examples: 'シャツ、ニット、ワンピース、スーツ、コート、ダウン、子ども服、革のジャケット',
    condition:
      '洗濯またはクリーニングを済ませてあり、このまま人に譲れる状態のもの。古いものや、少しの着用感はかまいません。',
  },
  bags: {
    picture: 'handbag',
    examples: 'ハンドバッグ、リュック、トート、ボストン、キャリーケース（箱に入る大きさ）',
    condition:
      '中が空で、持ち手やファスナーが使えるもの。ブランド品は、内側のべたつきや角のすれがあっても拝見します。',
  },
  shoes: {
    picture: 'running-shoe',
    examples: 'スニーカー、革靴、パンプス、ブーツ、サンダル',
    condition: '底がはがれておらず、左右がそろっているもの。泥を落としてからお送りください。',
  },
  accessories: {
    picture: 'scarf',
    examples: '財布、名刺入れ、ベルト、マフラー、ネクタイ、帽子、サングラス',
    condition:
      '財布や名刺入れは、カード、現金、レシートが残っていないか、もう一度お確かめください。',
  },
  watches: {
    picture: 'watch',
    examples: '機械式、クオーツ、懐中時計、スマートウォッチ',
    condition:
      '電池切れや、止まってしまったものもどうぞ。箱、保証書、余ったこまがあれば、一緒にお入れください。スマートウォッチは初期化をお願いします。',
  },
  jewelry: {
    picture: 'ring',
    examples: '指輪、ネックレス、ピアス、ブローチ、真珠、ブランドのアクセサリー',
    condition:
      '石が取れたものや、片方だけのピアスも拝見します。鑑別書や鑑定書は、一緒にお入れください。',
  },
  gold: {
    picture: 'coin',
    examples: '金、プラチナ、銀の装身具、金貨、記念メダル、壊れた貴金属',
    condition:
      '形や状態は問いません。重さと純度で拝見します。めっきの品は、金としての値段はつきません。',
  },
  other: {
    picture: 'wrapped-gift',
    examples: '着物や帯、ブランドの食器、万年筆、未使用の贈答品のタオル',
    condition:
      '割れや欠けがなく、箱に入るもの。着物は、しみや虫食いがあると値段がつきにくい品です。迷うものは、お送りになる前にお問い合わせください。',
  },
};

type Accepted = Pick<Offer, 'products' | 'productNotes'>;

const columnsFor = ({ productNotes }: Accepted): Column<ProductKind>[] => [
  {
    label: '種類',
    isRowHeader: true,
    cell: (kind) => (
      <span className="flex items-center gap-3 whitespace-nowrap">
        <Picture name={goods[kind].picture} className="size-8" />
        {productLabels[kind]}
      </span>
    ),
  },
  { label: 'たとえば', cell: (kind) => goods[kind].examples },
  {
    label: '状態の目安',
    cell: (kind) => (
      <>
        {goods[kind].condition}
        {productNotes[kind] && <b className="ml-1">{productNotes[kind]}</b>}
        {kind === 'gold' && (
          <Link to="/about-service/donatable/gold" className="ml-1 underline">
            詳しく
          </Link>
        )}
      </>
    ),
  },
];

/** The kinds of goods that are accepted, with examples and the required condition. */
function DonatableGoods(accepted: Accepted) {
  return (
    <FramedTable
      caption="寄付できるものと状態の目安"
      columns={columnsFor(accepted)}
      rows={productKinds.filter((kind) => accepted.products.includes(kind))}
      rowKey={(kind) => kind}
    />
  );
}
