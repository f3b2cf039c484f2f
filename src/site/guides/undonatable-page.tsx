import { GuideHead } from '#kit/pages/guide-head.tsx';
import { GuideLinks } from '#kit/pages/guide-links.tsx';
import { GuideSection } from '#kit/pages/guide-section.tsx';
import { pageMeta } from '#kit/pages/page-meta.ts';
import { FramedTable } from '#kit/ui/framed-table.tsx';
import { Link } from '#kit/ui/links/link.tsx';
import { Picture } from '#kit/ui/pictures/picture.tsx';
import type { PictureName } from '#kit/ui/pictures/picture-names.ts';
import type { Column } from '#kit/ui/table.tsx';
import type { Route } from './+types/undonatable-page.ts';

export const handle = {
  breadcrumb: [
    { label: 'たすきについて', to: '/about-service' },
    { label: '寄付できないもの', to: '/about-service/undonatable' },
  ],
};

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: '寄付できないもの',
    description:
      '下着や汚れのひどいもの、制服、偽ブランド品など、お受けできないものと、その理由です。箱に入れる前にご確認ください。',
  });

export default function Undonatable() {
  return (
    <>
      <GuideHead
        title="寄付できないもの"
        lead="お気持ちはうれしいのですが、次のものはお受けできません。箱に入れる前に、ご確認をお願いします。"
        pictures={['socks', 'prohibited', 'bed']}
        tint="sky"
      />
      <GuideSection
        title="お受けしていないもの"
        lead="値段がつかず、行き先を見つけることも難しいものです。"
      >
        <UndonatableGoods kinds="unwanted" />
      </GuideSection>
      <GuideSection
        title="送らないでいただきたいもの"
        lead="法律や配送の決まりで扱えないもの、失うと取り返しのつかないものです。"
      >
        <UndonatableGoods kinds="forbidden" />
      </GuideSection>
      <GuideSection title="もし、入ってしまっていたら">
        <div className="prose max-w-narrow">
          <p>
            現金や身分証、鍵などの大切なものが見つかったときは、査定を止めてご連絡し、お返しします。返送の費用はいただきません。
          </p>
          <p>
            お受けできないお品物は、原則としてお返しせず、運営者が資源として再利用するか、処分します。偽物や、法律で取引が禁じられているものは、警察などに届け出ることがあります。
          </p>
          <p>
            入れてよいか迷うものは、写真がなくてもかまいませんので、送る前に
            <Link to="/contact">お問い合わせ</Link>
            ください。
          </p>
        </div>
      </GuideSection>
      <GuideLinks to={['/about-service/donatable', '/about-service/application-flow', '/faq']} />
    </>
  );
}

type RefusedGoods = { picture: PictureName; kind: string; examples: string; reason: string };

/** Goods that are not accepted, although sending them is legal. */
const unwanted: readonly RefusedGoods[] = [
  {
    picture: 'socks',
    kind: '肌に触れるもの',
    examples: '下着、靴下、ストッキング、水着、パジャマ、使ったタオルやハンカチ',
    reason: '衛生のため、未使用で袋に入ったものだけをお受けします。',
  },
  {
    picture: 'soap',
    kind: '汚れや傷みのひどいもの',
    examples: '落ちないしみ、かび、強いにおい、破れ、濡れたままのもの、ペットの毛がついたもの',
    reason: 'ほかの方のお品物に移ることがあり、箱ごと使えなくなるおそれがあります。',
  },
  {
    picture: 'shield',
    kind: '制服・名入りのもの',
    examples: '学校や会社の制服、警備・消防などの作業服、ゼッケン、名前の刺しゅうが取れないもの',
    reason: '持ち主や勤め先がわかり、悪用されるおそれがあるためです。',
  },
  {
    picture: 'bed',
    kind: '大きなもの・寝具',
    examples:
      'ふとん、枕、カーペット、カーテン、ぬいぐるみ、家具、スーツケース（箱に入らないもの）',
    reason: 'お送りする箱に入らず、衛生の面でも次の方にお渡しできません。',
  },
  {
    picture: 'laptop',
    kind: '衣類やブランド品でないもの',
    examples: '本、CD、家電、パソコン、携帯電話、開封した化粧品、食品、医薬品',
    reason: '査定できる者がおりません。個人の記録が残る機器は、とくにお控えください。',
  },
];

/** Goods that must not be sent because of the law, the carrier's rules or safety. */
const forbidden: readonly RefusedGoods[] = [
  {
    picture: 'prohibited',
    kind: '偽物・模倣品',
    examples: 'ブランド品のコピー、正規品か疑わしいもの',
    reason: '販売すると商標法に触れるため、値段をつけられません。',
  },
  {
    picture: 'balance-scale',
    kind: 'ご本人のものでないもの',
    examples: '借りたもの、支払いの終わっていないもの、盗難品、家族の承諾がないもの',
    reason: '持ち主でない方からは、いただくことも買い取ることもできません。',
  },
  {
    picture: 'teapot',
    kind: '取引に決まりのあるもの',
    examples: '象牙、べっこう、はく製、毛皮などで、国際的な取り決めや法律により登録が必要なもの',
    reason: '登録のないものは、譲ることも売ることも禁じられています。',
  },
  {
    picture: 'locked',
    kind: '現金・身分や財産の証明',
    examples: '現金、商品券、通帳、キャッシュカード、身分証、保険証、鍵、印鑑、手紙や写真',
    reason: '大切なものです。ポケットや仕切りの中に残っていないか、お確かめください。',
  },
  {
    picture: 'battery',
    kind: '運べないもの・危険なもの',
    examples: 'ライター、スプレー缶、香水、モバイルバッテリー、刃物、火薬、生きもの',
    reason: '配送会社がお預かりできず、火災やけがのもとになります。',
  },
];

const columns: Column<RefusedGoods>[] = [
  {
    label: '種類',
    isRowHeader: true,
    cell: ({ picture, kind }) => (
      <span className="flex items-center gap-3 narrow:min-w-44">
        <Picture name={picture} className="size-8" />
        {kind}
      </span>
    ),
  },
  { label: 'たとえば', cell: ({ examples }) => examples },
  { label: '理由', cell: ({ reason }) => reason },
];

/** The goods that are not accepted, or must not be sent at all, with the reasons. */
function UndonatableGoods({ kinds }: { kinds: 'unwanted' | 'forbidden' }) {
  return (
    <FramedTable
      caption={kinds === 'unwanted' ? 'お受けしていないものと理由' : 'お送りいただけないものと理由'}
      columns={columns}
      rows={kinds === 'unwanted' ? unwanted : forbidden}
      rowKey={({ kind }) => kind}
    />
  );
}
