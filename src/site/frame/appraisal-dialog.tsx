import type { ReactNode } from 'react';
import { useRouteLoaderData } from 'react-router';
import { defaultAcceptance, type Offer } from '#giving/acceptance/acceptance.ts';
import { buyBackPausedMessage, giftAgeText } from '#giving/acceptance/acceptance-words.ts';
import { identityCheckFromYen } from '#giving/applications/identity-limit.ts';
import { deductionFloorYen } from '#giving/tax-deduction/deduction-floor.ts';
import { ButtonLink } from '#kit/ui/button.tsx';
import { Dialog } from '#kit/ui/dialog.tsx';
import { Link } from '#kit/ui/links/link.tsx';
import { Picture, type PictureName } from '#kit/ui/pictures/picture.tsx';
import { formatYen } from '#kit/values/yen.ts';

export type AppraisalDialogProps = {
  isOpen: boolean;
  /** The number of organisations, shown with the second way. */
  associateCount: number;
  onClose: () => void;
  onClosed: () => void;
};

/** The choice between the two ways to give (docs/product.md, Ways to give). */
export function AppraisalDialog({ associateCount, ...dialog }: AppraisalDialogProps) {
  return (
    <Dialog title="どちらで寄付しますか？" shape="wide" {...dialog}>
      <Paths associateCount={associateCount} />
    </Dialog>
  );
}

type Accepted = Pick<Offer, 'sellerAge' | 'giftAge' | 'offersBuyBack'>;

function Paths({ associateCount }: { associateCount: number }) {
  const site = useRouteLoaderData<{ accepted: Accepted }>('root');
  const { sellerAge, giftAge, offersBuyBack } = site?.accepted ?? defaultAcceptance;
  return (
    <>
      <div className="grid gap-4 desktop:grid-cols-2">
        <Path
          picture="package"
          ground="bg-honey-soft"
          forWhom="はじめての方・お急ぎの方"
          heading="おまかせで寄付する"
          action={
            offersBuyBack ? (
              <ButtonLink to="/appraisal">買取寄付を申し込む</ButtonLink>
            ) : (
              <p className="text-sm">{buyBackPausedMessage}</p>
            )
          }
          conditions={[
            `お申し込みは${sellerAge}歳以上の方`,
            `買取金額が${formatYen(identityCheckFromYen)}円以上になると、ご本人確認が必要です`,
            '寄付金受領証明書は発行されません',
          ]}
        >
          箱を申し込むだけ。お品物の買取金額が、応援したい社会課題の基金への寄付になります。
        </Path>
        <Path
          picture="magnifying-glass-tilted-left"
          ground="bg-sky-soft"
          forWhom="応援したい団体がある方"
          heading={`${formatYen(associateCount)}の団体から選ぶ`}
          action={<ButtonLink to="/search">寄付先を探す</ButtonLink>}
          conditions={[
            giftAge === 0
              ? '18歳未満の方は、保護者の同意が必要です'
              : `お申し込みは${giftAgeText(giftAge)}`,
            'ご本人確認は必要ありません',
            '控除対象の団体なら、寄付金受領証明書を発行できます',
          ]}
        >
          地域や社会課題、気になる言葉から、あなたの思いに合う団体が見つかります。
        </Path>
      </div>
      <p className="mt-6 border-t border-dashed border-line pt-4 font-bold">
        控除対象の団体への寄付は、寄付額の最大約50%が税金から控除されます。
        <span className="text-sm font-normal">※</span>
      </p>
      <p className="mt-1 text-sm text-ink-2">
        ※
        認定NPO法人などへの寄付を確定申告したときの、所得税と住民税を合わせた上限の目安です。収入や寄付額、お住まいの地域によって変わり、年間
        {formatYen(deductionFloorYen)}円までは控除の対象になりません。
        <Link to="/tax-deduction" className="underline">
          寄付金控除について
        </Link>
      </p>
    </>
  );
}

function Path({
  picture,
  ground,
  forWhom,
  heading,
  action,
  conditions,
  children,
}: {
  picture: PictureName;
  ground: string;
  forWhom: string;
  heading: string;
  action: ReactNode;
  conditions: readonly string[];
  children: ReactNode;
}) {
  return (
    <section
      className={`flex flex-col items-center rounded-tile p-4 text-center narrow:p-5 ${ground}`}
    >
      <Picture name={picture} className="size-16 max-narrow:size-10" />
      <p className="mt-2 text-sm">{forWhom}</p>
      <h3>{heading}</h3>
      <p className="mt-1 mb-3 text-left text-sm narrow:mt-2 narrow:mb-4">{children}</p>
      <ul className="mb-4 w-full list-disc space-y-1 pl-5 text-left text-sm text-ink-2">
        {conditions.map((condition) => (
          <li key={condition}>{condition}</li>
        ))}
      </ul>
      <div className="mt-auto">{action}</div>
    </section>
  );
}
