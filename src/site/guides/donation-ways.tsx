import type { Offer } from '#giving/acceptance/acceptance.ts';
import { giftAgeText } from '#giving/acceptance/acceptance-words.ts';
import { identityCheckFromYen } from '#giving/applications/identity-limit.ts';
import { FramedTable } from '#kit/ui/framed-table.tsx';
import type { Column } from '#kit/ui/table.tsx';
import { formatYen } from '#kit/values/yen.ts';

type Ages = Pick<Offer, 'sellerAge' | 'giftAge'>;
type Point = { point: string; direct: string; fund: string };

/** The differences between the two ways of giving, by the rules of the product. */
const points = ({ sellerAge, giftAge }: Ages): readonly Point[] => [
  {
    point: 'こんな方に',
    direct: '応援したい団体がある方、団体を知るところから始めたい方',
    fund: '団体を一つに決めきれない方、まずは箱を空けたい方',
  },
  {
    point: '寄付の届け先',
    direct: 'あなたが選んだ団体',
    fund: 'あなたが選んだ社会課題の基金。その課題に取り組む団体の活動に使われます。',
  },
  {
    point: 'お品物の扱い',
    direct: '団体への贈り物としてお預かりし、運営者が団体に代わって販売します',
    fund: '運営者が買い取り、その代金をあなたからの寄付として基金へ送ります',
  },
  {
    point: 'お尋ねすること',
    direct: 'お名前、ご連絡先、ご住所',
    fund: 'お名前、ご連絡先、ご住所と、生年月日とご職業（古物営業法の決まりです）',
  },
  {
    point: '年齢',
    direct: giftAgeText(giftAge),
    fund: `${sellerAge}歳以上`,
  },
  {
    point: '本人確認',
    direct: 'ありません',
    fund: `買取の合計が${formatYen(identityCheckFromYen)}円以上のとき`,
  },
  {
    point: '受領証明書',
    direct: '寄付金が届いた日に控除対象の団体なら、団体の名義で発行します（会員の方）',
    fund: '発行はありません',
  },
];

const columns: Column<Point>[] = [
  {
    label: '項目',
    isRowHeader: true,
    cell: ({ point }) => <span className="narrow:whitespace-nowrap">{point}</span>,
  },
  { label: '団体を選んで寄付', cell: ({ direct }) => direct },
  { label: '基金に寄付（買取寄付）', cell: ({ fund }) => fund },
];

/** The two ways of giving side by side. */
export function DonationWays(ages: Ages) {
  return (
    <FramedTable
      caption="2つの寄付の方法の違い"
      columns={columns}
      rows={points(ages)}
      rowKey={({ point }) => point}
    />
  );
}
