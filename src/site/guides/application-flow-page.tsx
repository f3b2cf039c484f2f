import { CheckList } from '#kit/pages/check-list.tsx';
import { services } from '#kit/pages/context.ts';
import { GuideHead } from '#kit/pages/guide-head.tsx';
import { GuideLinks } from '#kit/pages/guide-links.tsx';
import { GuideSection } from '#kit/pages/guide-section.tsx';
import { pageMeta } from '#kit/pages/page-meta.ts';
import { unlessSameUrl } from '#kit/pages/revalidation.ts';
import { ButtonLink } from '#kit/ui/button.tsx';
import { Link } from '#kit/ui/links/link.tsx';
import { StepList } from '#kit/ui/step-list.tsx';
import type { Route } from './+types/application-flow-page.ts';
import { flowSteps } from './flow-steps.tsx';
import { HowLong } from './how-long.tsx';
import { MailList } from './mail-list.tsx';

export const handle = {
  breadcrumb: [
    { label: 'たすきについて', to: '/about-service' },
    { label: 'お申し込みの流れ', to: '/about-service/application-flow' },
  ],
};

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: 'お申し込みの流れ',
    description:
      '箱のお申し込みから、梱包、集荷、査定、寄付、団体への送金まで。メールでお知らせすることと、変更やキャンセルの方法もご案内します。',
  });

export const shouldRevalidate = unlessSameUrl;

export async function loader({ context }: Route.LoaderArgs) {
  const { acceptance, measuredDays } = context.get(services);
  const [offer, measured] = await Promise.all([acceptance.offer(), measuredDays.shown()]);
  return { offer, measured };
}

export default function ApplicationFlow({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <GuideHead
        title="お申し込みの流れ"
        lead="あなたがすることは、申し込む、詰める、渡すの3つだけ。そこから先も、いまどこにあるかをいつでも確かめられます。"
        pictures={['mobile-phone', 'package', 'love-letter']}
        tint="honey"
      />
      <GuideSection title="箱が届いて、寄付になるまで">
        <StepList steps={flowSteps(loaderData.offer)} />
      </GuideSection>
      <HowLong promised={loaderData.offer.promisedDays} measured={loaderData.measured} />
      <GuideSection
        id="packing"
        title="箱に入れる前に"
        lead="ほんのひと手間で、値段がつきやすくなり、次に着る人も気持ちよく受け取れます。"
      >
        <CheckList>
          {[
            '洗濯やクリーニングを済ませ、よく乾かしましたか。',
            'ポケットやバッグの中に、現金、カード、鍵、手紙などは残っていませんか。',
            'ボタンや付属のベルト、保存袋、保証書があれば、一緒に入れましたか。',
            <>
              <Link to="/about-service/undonatable" className="underline">
                寄付できないもの
              </Link>
              は入っていませんか。
            </>,
            'ご家族の品は、ご本人の承諾がありますか。',
            '手元に残しておきたい品は入っていませんか。お送りいただいたお品物は、原則としてお返しできません。',
          ]}
        </CheckList>
      </GuideSection>
      <GuideSection
        id="mails"
        title="メールでお届けすること"
        lead="節目ごとにメールをお送りします。ログインできる方は「寄付の履歴」でも同じ内容を見られます。"
      >
        <MailList />
      </GuideSection>
      <GuideSection
        id="cancel"
        title="変更とキャンセル"
        lead="気が変わっても、箱を発送するまでは、理由をお尋ねせずに取り消せます。"
      >
        <div className="prose max-w-narrow">
          <p>
            お届け先や希望日の変更、お申し込みのキャンセルは、「寄付の履歴」か、控えのメールにあるリンクからどうぞ。メールが見当たらないときは、申込番号とメールアドレスで取り消せる
            <Link to="/cancel">箱のキャンセル</Link>
            のページもあります。
          </p>
          <p>
            箱をお送りしたあとは、画面からは変更できません。箱が届いてからお気持ちが変わったときは、お品物を送らずに
            <Link to="/contact">お問い合わせ</Link>
            ください。お品物が届いたあとでも、査定が終わる前であれば、できるかぎり対応します。
          </p>
        </div>
        <p className="mt-6">
          <ButtonLink to="/cancel" variant="outline">
            箱のキャンセルへ
          </ButtonLink>
        </p>
      </GuideSection>
      <GuideLinks to={['/about-service/donatable', '/about-service/undonatable', '/faq']} />
    </>
  );
}
