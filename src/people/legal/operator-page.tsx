import { services } from '#kit/pages/context.ts';
import { GuideHead } from '#kit/pages/guide-head.tsx';
import { GuideSection } from '#kit/pages/guide-section.tsx';
import { pageMeta } from '#kit/pages/page-meta.ts';
import { PictureCards } from '#kit/pages/picture-cards.tsx';
import { unlessSameUrl } from '#kit/pages/revalidation.ts';
import { ButtonLink } from '#kit/ui/button.tsx';
import { Link } from '#kit/ui/links/link.tsx';
import { publicFacts } from '#people/service-facts/service-facts.ts';
import type { Route } from './+types/operator-page.ts';
import { DealerFacts, OperatorFacts } from './operator-facts.tsx';

export const handle = { breadcrumb: '運営者について' };

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: '運営者について',
    description:
      '「たすき」の運営者の名称、所在地、連絡先と、古物営業法に基づく表記、運営にあたって大切にしていることをご案内します。',
  });

export const shouldRevalidate = unlessSameUrl;

export async function loader({ context }: Route.LoaderArgs) {
  return publicFacts(await context.get(services).facts.current());
}

export default function Operator({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <GuideHead
        title="運営者について"
        lead="あなたの一着を、責任をもってお預かりし、次の人へ手渡す者です。"
        pictures={['office-building', 'handshake', 'seedling']}
        tint="leaf"
      />
      <GuideSection title="わたしたちの思い">
        <PictureCards cards={values} />
      </GuideSection>
      <GuideSection title="運営者の連絡先">
        <OperatorFacts facts={loaderData} />
        <p className="mt-5 flex flex-wrap gap-3">
          <ButtonLink to="/contact">お問い合わせ</ButtonLink>
          <ButtonLink to="/listing" variant="outline">
            団体の方へ
          </ButtonLink>
        </p>
      </GuideSection>
      {loaderData.dealerLicence !== '' && (
        <GuideSection
          id="dealer"
          title="古物営業法に基づく表記"
          lead="基金への買取寄付では、次の許可を受けた古物商が、お品物を買い取ります。"
        >
          <DealerFacts facts={loaderData} />
        </GuideSection>
      )}
      <GuideSection title="規約とプライバシー">
        <p className="max-w-narrow">
          ご利用にあたっての約束は
          <Link to="/terms" className="underline">
            利用規約
          </Link>
          に、個人情報の扱いは
          <Link to="/privacy" className="underline">
            プライバシーポリシー
          </Link>
          に記しています。
        </p>
      </GuideSection>
      <div className="pb-16" />
    </>
  );
}

const values = [
  {
    picture: 'magnifying-glass-tilted-left',
    tint: 'sky',
    name: '数字を隠さない',
    text: '査定の結果、寄付の金額、送金の日付。わたしたちが知っていることは、あなたにもお見せします。',
  },
  {
    picture: 'thread',
    tint: 'coral',
    name: '最後まで生かす',
    text: '値段がつかなかったものにも、次の使い道を探します。捨てるのは、ほかに道がないときだけです。',
  },
  {
    picture: 'locked',
    tint: 'honey',
    name: '預かったものを守る',
    text: 'お品物も、お名前やご住所も、お預かりしたものです。必要なことにだけ使い、必要がなくなれば消します。',
  },
] as const;
