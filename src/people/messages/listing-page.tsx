import { CheckList } from '#kit/pages/check-list.tsx';
import { services } from '#kit/pages/context.ts';
import { GuideHead } from '#kit/pages/guide-head.tsx';
import { GuideSection } from '#kit/pages/guide-section.tsx';
import { Lazy, lazyPart } from '#kit/pages/lazy-part.tsx';
import { pageMeta } from '#kit/pages/page-meta.ts';
import { PictureCards } from '#kit/pages/picture-cards.tsx';
import { unlessSameUrl } from '#kit/pages/revalidation.ts';
import { ButtonLink } from '#kit/ui/button.tsx';
import { FactList } from '#kit/ui/fact-list.tsx';
import { Link } from '#kit/ui/links/link.tsx';
import { StepList } from '#kit/ui/step-list.tsx';
import type { Route } from './+types/listing-page.ts';

export const handle = { breadcrumb: '団体掲載のご案内' };

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: '団体掲載のご案内',
    description:
      '「たすき」に寄付先として掲載を希望する団体の方へ。掲載でできること、条件、流れ、費用をご案内し、お申し込みを受け付けています。',
  });

export const shouldRevalidate = unlessSameUrl;

export async function loader({ context }: Route.LoaderArgs) {
  return { claim: (await context.get(services).reads.costClaims()).ofAssociates };
}

const ListingForm = lazyPart(() => import('./listing-form.tsx').then((part) => part.ListingForm));

/** What a listing means for an organisation, its requirements, and the application form. */
export default function Listing({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <GuideHead
        title="団体掲載のご案内"
        lead="あなたの団体の活動を、着なくなった服から始まる寄付につなげませんか。初めの費用も、毎月の費用もかかりません。"
        pictures={['handshake', 'houses', 'love-letter']}
        tint="leaf"
      />
      <p className="page-container mt-6">
        <ButtonLink href="#apply">掲載を申し込む</ButtonLink>
      </p>
      <GuideSection title="掲載でできること">
        <PictureCards cards={benefits} />
      </GuideSection>
      <GuideSection
        id="requirements"
        title="掲載の条件"
        lead="法人格の有無や大きさは問いません。次のすべてに当てはまる団体が対象です。"
      >
        <CheckList>
          {[
            '日本国内に事務所または連絡先があり、社会課題に取り組む活動を1年以上続けていること。',
            '営利、宗教の布教、政治活動、選挙のための活動を目的としていないこと。',
            '暴力団などの反社会的勢力と、一切の関わりがないこと。',
            '会則や定款があり、毎年の活動と会計を公開していること。',
            '寄付を団体の活動のために使い、その内容を年に1回以上「活動」でお知らせできること。',
            <>
              寄付者のお名前と住所を、受領証明書の発行とお礼のためだけに使い、
              <Link to="/privacy" className="underline">
                個人情報を適切に守る
              </Link>
              こと。
            </>,
          ]}
        </CheckList>
      </GuideSection>
      <GuideSection title="掲載までの流れ">
        <StepList steps={steps} />
      </GuideSection>
      <GuideSection title="費用とお金のこと">
        <FactList facts={moneyFacts(loaderData.claim)} />
      </GuideSection>
      <section id="apply" className="page-container scroll-mt-16 pt-14 pb-16">
        <div className="mx-auto max-w-narrow">
          <h2>掲載のお申し込み</h2>
          <p className="mt-2 mb-6 text-ink-2">
            入力は5分ほどです。途中でやめても、このブラウザーに24時間残ります。
          </p>
          <Lazy>
            <ListingForm />
          </Lazy>
        </div>
      </section>
    </>
  );
}

const benefits = [
  {
    picture: 'wrapped-gift',
    tint: 'coral',
    name: '物の寄付を受け取れる',
    text: '箱のお届け、査定、販売はすべてたすきが行います。団体には、寄付額から取り決めの費用を引いた額をお送りします。',
  },
  {
    picture: 'memo',
    tint: 'honey',
    name: '団体のページを持てる',
    text: '目指すことや、活動のお知らせを載せられます。チラシとQRコードも、すぐに刷れます。',
  },
  {
    picture: 'red-heart',
    tint: 'sky',
    name: '寄付者とつながれる',
    text: '寄付者が#mypledgeに残す思いが、団体のページに並びます。月ごとの寄付も、担当者のページで確かめられます。',
  },
] as const;

const steps = [
  {
    picture: 'memo',
    name: 'お申し込み',
    who: '団体の方が',
    text: <p>下のフォームから、団体と活動のことをお聞かせください。控えのメールが届きます。</p>,
  },
  {
    picture: 'speech-balloon',
    name: 'ご相談',
    who: 'たすきが',
    text: (
      <p>
        5営業日以内を目安に、担当者からご連絡します。定款や会則、直近の事業報告、会計の書類を見せていただきます。
      </p>
    ),
  },
  {
    picture: 'handshake',
    name: '確認とお約束',
    who: '一緒に',
    text: <p>条件を確かめ、送金の口座や受領証明書の扱いを決めて、覚書を交わします。</p>,
  },
  {
    picture: 'party-popper',
    name: '掲載',
    who: 'たすきが',
    text: <p>ページを作り、公開します。そのあとも、活動のお知らせを載せていけます。</p>,
  },
] as const;

const moneyFacts = (claim: string): readonly (readonly [string, string])[] => [
  ['掲載の費用', '初めの費用も、毎月の費用もかかりません。'],
  ['寄付額', 'お品物の査定額が、寄付額になります。たすきが加算をするときは、その分を足します。'],
  ['団体が負担する費用', `寄付額に対する割合と、1箱あたりの額を、覚書で取り決めます。${claim}`],
  ['送金', '寄付額から費用を引いた額をまとめ、明細を付けて、団体の口座へお送りします。'],
  [
    '受領証明書',
    '控除対象の団体への寄付には、団体のお名前で発行します。作成は、委託を受けてたすきが行います。',
  ],
  ['掲載の終了', 'いつでも終えられます。受け付け済みの寄付は、最後までお届けします。'],
];
