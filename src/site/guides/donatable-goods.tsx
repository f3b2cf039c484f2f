import type { Offer } from '#giving/acceptance/acceptance.ts';
import { type ProductKind, productKinds, productLabels } from '#giving/applications/goods.ts';
import { FramedTable } from '#kit/ui/framed-table.tsx';
import { Link } from '#kit/ui/links/link.tsx';
import { Picture } from '#kit/ui/pictures/picture.tsx';
import type { PictureName } from '#kit/ui/pictures/picture-names.ts';
import type { Column } from '#kit/ui/table.tsx';

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
export function DonatableGoods(accepted: Accepted) {
  return (
    <FramedTable
      caption="寄付できるものと状態の目安"
      columns={columnsFor(accepted)}
      rows={productKinds.filter((kind) => accepted.products.includes(kind))}
      rowKey={(kind) => kind}
    />
  );
}
