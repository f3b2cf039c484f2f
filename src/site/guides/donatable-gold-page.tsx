import { identityCheckFromYen } from '#giving/applications/identity-limit.ts';
import { GuideHead } from '#kit/pages/guide-head.tsx';
import { GuideLinks } from '#kit/pages/guide-links.tsx';
import { GuideSection } from '#kit/pages/guide-section.tsx';
import { pageMeta } from '#kit/pages/page-meta.ts';
import { PictureCards } from '#kit/pages/picture-cards.tsx';
import { FramedTable } from '#kit/ui/framed-table.tsx';
import { Link } from '#kit/ui/links/link.tsx';
import type { Column } from '#kit/ui/table.tsx';
import { formatYen } from '#kit/values/yen.ts';
import type { Route } from './+types/donatable-gold-page.ts';

export const handle = {
  breadcrumb: [
    { label: 'たすきについて', to: '/about-service' },
    { label: '寄付できるもの', to: '/about-service/donatable' },
    { label: '金・貴金属の寄付', to: '/about-service/donatable/gold' },
  ],
};

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: '金・貴金属の寄付',
    description:
      '切れたネックレスや片方だけのピアスも、重さと純度で寄付に変わります。刻印の見方、査定の方法、送るときの注意、税金の注意をまとめました。',
  });

export default function DonatableGold() {
  return (
    <>
      <GuideHead
        title="金・貴金属の寄付"
        lead="引き出しの奥の、切れた鎖や片方だけのピアス。身につけられなくても、金属としての価値は残っています。"
        pictures={['ring', 'coin', 'gem-stone']}
        tint="honey"
      />
      <GuideSection title="こんなものが寄付になります">
        <PictureCards cards={examples} />
      </GuideSection>
      <GuideSection
        title="刻印の見方"
        lead="留め具や指輪の内側に、刻印と呼ばれる小さな文字が打たれています。見つからなくても、査定の担当者が調べますので、そのままお送りください。"
      >
        <Hallmarks />
      </GuideSection>
      <GuideSection title="査定の方法">
        <div className="prose max-w-narrow">
          <p>
            重さ、純度、査定した日の相場をもとに値段を決めます。石やデザイン、ブランドの価値が金属の値段を上回るときは、高いほうの値段をつけます。相場は日々動くため、お送りいただいた日の値段とは限りません。
          </p>
          <p>
            寄付先の団体を選んだときは、査定額が寄付額になります。基金への買取寄付では、合計が
            {formatYen(identityCheckFromYen)}
            円以上になると、古物営業法による本人確認が必要です。貴金属ではこの金額を超えることが多いので、あらかじめご承知おきください。
          </p>
        </div>
      </GuideSection>
      <GuideSection title="お送りになる前に">
        <div className="prose max-w-narrow">
          <ul>
            <li>小さなものは袋に入れ、箱のすき間から落ちないように、服の間にはさんでください。</li>
            <li>
              配送中の補償には、配送会社ごとに上限があります。とくに高価なものは、送る前に
              <Link to="/contact">お問い合わせ</Link>
              ください。
            </li>
            <li>形見や家族の品は、ご家族とよく話し合ってからお送りください。</li>
            <li>
              一つ（または一組）で30万円を超える貴金属や宝石は、手放すときに所得税がかかることがあります。心配なときは、お近くの税務署か税理士にご相談ください。
            </li>
          </ul>
        </div>
      </GuideSection>
      <GuideLinks to={['/about-service/donatable', '/tax-deduction', '/faq']} />
    </>
  );
}

const examples = [
  {
    picture: 'ring',
    tint: 'honey',
    name: '身につけていたもの',
    text: '指輪、ネックレス、ブレスレット、ピアス、ネクタイピン、カフスボタン、眼鏡の金縁。',
  },
  {
    picture: 'thread',
    tint: 'coral',
    name: '壊れたもの',
    text: '切れた鎖、曲がった指輪、石の取れた枠、片方のピアス、名前の頭文字が入った品。',
  },
  {
    picture: 'coin',
    tint: 'sky',
    name: 'しまってあったもの',
    text: '金貨、記念メダル、金杯、銀のスプーン、小さな地金。現在使えるお金は入れないでください。',
  },
] as const;

type Hallmark = { metal: string; marks: string; meaning: string };

const hallmarks: readonly Hallmark[] = [
  {
    metal: '金',
    marks: 'K24、K22、K18、K14、K10',
    meaning:
      '数字は24分のいくつが金かを表します。K24はほぼ純金、K18は75%、K14は約58%、K10は約42%です。',
  },
  {
    metal: '金（千分率）',
    marks: '999、917、750、585、417',
    meaning: '千のうちいくつが金かを表します。750は、K18と同じ75%です。',
  },
  {
    metal: 'プラチナ',
    marks: 'Pt1000、Pt950、Pt900、Pt850',
    meaning: '千のうちいくつがプラチナかを表します。Pt900なら90%です。',
  },
  {
    metal: '銀',
    marks: 'SV1000、SV925、Silver',
    meaning: 'SV925は92.5%が銀です。黒ずんでいても、重さは変わりません。',
  },
  {
    metal: 'めっき・張り',
    marks: 'GP、GF、GEP、K18GP',
    meaning: '表面だけが金です。金としての値段はつきませんが、ブランド品としてなら拝見できます。',
  },
];

const columns: Column<Hallmark>[] = [
  {
    label: '金属',
    isRowHeader: true,
    cell: ({ metal }) => <span className="whitespace-nowrap">{metal}</span>,
  },
  { label: '刻印', cell: ({ marks }) => marks },
  { label: '意味', cell: ({ meaning }) => meaning },
];

/** How to read the hallmarks of precious metals. */
function Hallmarks() {
  return (
    <FramedTable
      caption="貴金属の刻印と意味"
      columns={columns}
      rows={hallmarks}
      rowKey={({ metal }) => metal}
    />
  );
}
