import type { ReactNode } from 'react';
import { Chip } from '#kit/ui/chip.tsx';
import { Picture, type PictureName } from '#kit/ui/pictures/picture.tsx';
import { type Tint, tintGround } from '#kit/ui/pictures/tint.ts';
import { formatYen } from '#kit/values/yen.ts';
import { costParts, costWords } from '#money/ledger/cost-words.ts';
import { feesOf, type Terms } from '#money/ledger/fees.ts';

/** A made-up coat: its appraisal, and the price at which the operator sold it. */
const coat = { appraisedYen: 3_000, soldYen: 5_500 };
/** A made-up fund on the day of a pay-out. */
const fund = { gatheredYen: 120_000, associates: 3 };

const marginYen = coat.soldYen - coat.appraisedYen;
const shareYen = fund.gatheredYen / fund.associates;
const yen = (amount: number) => `${formatYen(amount)}円`;

/** An example in numbers: the donation, the amount that arrives, the operator's share, and a fund's pay-out. */
export function MoneyExample({ terms }: { terms: Terms }) {
  const fees = feesOf({ amountYen: coat.appraisedYen, boxes: 1 }, terms);
  const costYen = fees.feeYen + fees.handlingYen;
  return (
    <div className="rounded-card border border-line bg-paper p-5 narrow:p-8">
      <p>
        <Chip tone="honey">例</Chip>
      </p>
      <h3 className="mt-2 text-xl">コート1着の査定額が{yen(coat.appraisedYen)}のとき</h3>
      <p className="mt-1 text-sm text-ink-2">
        数字は、しくみをお伝えするための例です。実際の査定額や売れる金額は、お品物ごとに変わります。
      </p>
      <SaleBar />
      <ul className="mt-6 grid gap-4 desktop:grid-cols-3">
        <Outcome picture="red-heart" tint="coral" name="寄付額" amount={coat.appraisedYen}>
          査定額と同じです。コートがもっと安く売れても、売れ残っても、この金額は変わりません。受領証明書に載るのも、この金額です。運営者が加算をしたときは、その分だけ増えます。
        </Outcome>
        <Outcome
          picture="seedling"
          tint="leaf"
          name="団体に届く額"
          amount={coat.appraisedYen - costYen}
        >
          {costYen === 0
            ? '団体が負担する費用がない取り決めのときです。費用のある団体へは、それを引いた額が届きます。'
            : `${costWords(terms)}を負担する取り決めの団体へ、1箱で届くときです。寄付額から、団体が負担する費用${yen(costYen)}（${costParts(fees)}）を引きます。`}
        </Outcome>
        <Outcome picture="abacus" tint="honey" name="運営者が受け取る差額" amount={marginYen}>
          {costYen > 0 && `団体が負担する費用${yen(costYen)}とあわせて、`}
          送料、査定や手入れ、保管、売れ残る分、サイトの運営などに充てます。残れば運営者の利益、足りなければ運営者の負担です。
        </Outcome>
      </ul>
      <FundExample />
    </div>
  );
}

/** The coat's selling price as a bar of its two parts. */
function SaleBar() {
  const share = Math.round((coat.appraisedYen / coat.soldYen) * 100);
  return (
    <div className="mt-6">
      <p className="font-bold">
        運営者がコートを売った金額
        <span className="figures inline-block text-2xl narrow:ml-2">{yen(coat.soldYen)}</span>
      </p>
      <svg aria-hidden="true" className="mt-2 h-5 w-full overflow-hidden rounded-full">
        <rect width={`${share}%`} height="100%" className="fill-coral" />
        <rect x={`${share}%`} width={`${100 - share}%`} height="100%" className="fill-honey" />
      </svg>
      <p className="mt-2 flex flex-wrap justify-between gap-x-6 text-sm">
        <span>
          <span className="mr-2 inline-block size-3 rounded-full bg-coral" aria-hidden="true" />
          寄付額 {yen(coat.appraisedYen)}
        </span>
        <span>
          <span className="mr-2 inline-block size-3 rounded-full bg-honey" aria-hidden="true" />
          差額 {yen(marginYen)}
        </span>
      </p>
    </div>
  );
}

function Outcome({
  picture,
  tint,
  name,
  amount,
  children,
}: {
  picture: PictureName;
  tint: Tint;
  name: string;
  amount: number;
  children: ReactNode;
}) {
  return (
    <li className={`rounded-tile p-5 ${tintGround[tint]}`}>
      <p className="flex items-center gap-3">
        <Picture name={picture} className="size-9" />
        <span className="leading-snug">
          <b className="block">{name}</b>
          <span className="figures text-2xl">{yen(amount)}</span>
        </span>
      </p>
      <p className="mt-3 text-sm">{children}</p>
    </li>
  );
}

function FundExample() {
  return (
    <div className="mt-6 border-t border-dashed border-line pt-6">
      <p className="font-bold">基金を選んだとき</p>
      <p className="mt-1">
        {`コートの${yen(coat.appraisedYen)}が寄付額です。基金が負担する費用があればそれを引いて、選んだ社会課題の基金に加え、ほかの方のご寄付と合わせます。たとえば基金に${yen(fund.gatheredYen)}が集まり、その課題に取り組む${fund.associates}団体に等しく届けるなら、1団体あたり${yen(shareYen)}です。どの団体に、いつ、いくら届けるかは運営者が決めます。`}
      </p>
      <p className="mt-2 text-sm text-ink-2">
        どの団体に、いつ、いくら、なぜ届けたかは、社会課題のページで公開します。ご寄付が団体へ届いた日は「寄付の履歴」に残ります。団体のページの件数や金額には含みません。
      </p>
    </div>
  );
}
