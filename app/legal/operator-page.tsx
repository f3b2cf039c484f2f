import { Link } from 'react-router';
import { GuideHead } from '#app/guides/guide-head.tsx';
import { GuideSection } from '#app/guides/guide-section.tsx';
import { PictureCards } from '#app/guides/picture-cards.tsx';
import { SampleFacts } from '#app/legal/sample-facts.tsx';
import { pageMeta } from '#app/page-meta.ts';
import { ButtonLink } from '#app/ui/button.tsx';
import { FactList } from '#app/ui/fact-list.tsx';
import { operatorFacts } from '#domain/legal/operator-facts.ts';
import type { Route } from './+types/operator-page.ts';

export const handle = { breadcrumb: '運営者について' };

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: '運営者について',
    description:
      '「たすき」の運営者の名称、所在地、連絡先と、古物営業法に基づく表記、運営にあたって大切にしていることをご案内します。',
  });

export default function Operator() {
  const { name, representative, address, phone, phoneHours, email, dealer } = operatorFacts;
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
        <SampleFacts />
        <FactList
          facts={[
            ['名称', name],
            ['代表者', representative],
            ['所在地', address],
            ['電話番号', `${phone}（${phoneHours}）`],
            ['メールアドレス', email],
            ['事業の内容', '衣類やブランド品による寄付の受付、査定、販売と、団体への送金'],
          ]}
        />
        <p className="mt-5 flex flex-wrap gap-3">
          <ButtonLink to="/contact">お問い合わせ</ButtonLink>
          <ButtonLink to="/listing" variant="outline">
            団体の方へ
          </ButtonLink>
        </p>
      </GuideSection>
      <GuideSection
        id="dealer"
        title="古物営業法に基づく表記"
        lead="基金への買取寄付では、次の許可を受けた古物商が、お品物を買い取ります。"
      >
        <FactList
          facts={[
            ['古物商の名称', dealer.name],
            ['許可をした公安委員会', dealer.commission],
            ['許可証番号', dealer.licenceNumber],
            ['取り扱う古物', dealer.goods],
          ]}
        />
      </GuideSection>
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
