import type { Offer } from '#giving/acceptance/acceptance.ts';
import { closedDaysRule } from '#giving/acceptance/closed-days-rule.ts';
import { deliverySlotLabels, deliverySlots } from '#giving/applications/delivery.ts';
import { identityCheckFromYen } from '#giving/applications/identity-limit.ts';
import { inDays, type MeasuredDays, measuredOver } from '#giving/promised-days/measured-days.ts';
import { type PromisedDays, promisedSteps } from '#giving/promised-days/promised-days.ts';
import { CheckList } from '#kit/pages/check-list.tsx';
import { services } from '#kit/pages/context.ts';
import { GuideHead } from '#kit/pages/guide-head.tsx';
import { GuideLinks } from '#kit/pages/guide-links.tsx';
import { GuideSection } from '#kit/pages/guide-section.tsx';
import { pageMeta } from '#kit/pages/page-meta.ts';
import { unlessSameUrl } from '#kit/pages/revalidation.ts';
import { ButtonLink } from '#kit/ui/button.tsx';
import { FactList } from '#kit/ui/fact-list.tsx';
import { Link } from '#kit/ui/links/link.tsx';
import { type GuideStep, StepList } from '#kit/ui/step-list.tsx';
import { formatYen } from '#kit/values/yen.ts';
import { QuestionFigures } from '#warehouse/estimates/question-figures.tsx';
import type { Route } from './+types/application-flow-page.ts';

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
  const { reads } = context.get(services);
  const [offer, measured, questions] = await Promise.all([
    reads.offer(),
    reads.measuredDays(),
    reads.appraisalQuestions(),
  ]);
  return { offer, measured, questions };
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
        <QuestionFigures months={loaderData.questions} />
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

/** The mails of src/people/mail/templates/application-mails.server.ts, in sending order. */
const mails: readonly (readonly [when: string, what: string])[] = [
  [
    'お申し込みのあと',
    '申込番号と、お申し込みの控え。団体や基金が負担する費用も載せます。変更やキャンセルができるページのリンクが入っています。',
  ],
  ['箱を送ったとき', '箱が出発したこと。ここから先は、内容の変更ができません。'],
  ['お品物が届いたとき', '箱を無事に受け取り、これから査定を始めること。'],
  [
    '寄付が成立したとき',
    '寄付額と、費用、団体や基金に届く額。査定の結果と、お品物の明細があるときはそれぞれの行き先を、メールのリンクから見られます。',
  ],
  [
    '本人確認が必要なとき',
    `基金への買取寄付が${formatYen(identityCheckFromYen)}円以上になったときだけ、お手続きのお願いをお送りします。`,
  ],
  ['本人確認の書類を確認できなかったとき', 'その理由と、もう一度お送りいただきたいこと。'],
  [
    '値段がつかなかったとき',
    '今回は寄付にならなかったこと。お品物の明細があるときは、行き先と理由を、メールのリンクから見られます。',
  ],
  ['送金したとき', 'ご寄付が団体へ届いたこと。基金へのご寄付は、基金から団体へ届いたときです。'],
];

/** The mails that a donor receives, and when. */
function MailList() {
  return <FactList facts={mails} />;
}

const labels = {
  kit: 'お申し込みから箱の発送まで',
  appraisal: 'お品物の到着から査定まで',
  remittance: '寄付の成立から送金まで',
};

/** The promised duration of each step, and the recent actual one. */
function HowLong({ promised, measured }: { promised: PromisedDays; measured: MeasuredDays }) {
  return (
    <GuideSection
      id="how-long"
      title="かかる日数"
      lead={`お約束の日数と、この${measuredOver}日間に実際にかかった日数（中央値）です。遅れているときも、そのままお見せします。`}
    >
      <FactList
        facts={promisedSteps.map((step) => {
          const took = measured[step];
          const actualText = took
            ? `実際は${inDays(took.days)}（${took.count.toLocaleString('ja-JP')}件）`
            : '実際の日数は、これから測ります';
          return [labels[step], `お約束は${promised[step]}日以内。${actualText}`] as const;
        })}
      />
    </GuideSection>
  );
}

const you = 'あなたが';
const byService = 'たすきが';

/** The steps of a box as the donor sees them; its states are those of src/giving/applications/application-state.ts. */
const flowSteps = ({
  maxBoxes,
  firstDay,
  lastDay,
  closedDays,
}: Pick<Offer, 'maxBoxes' | 'firstDay' | 'lastDay' | 'closedDays'>): readonly GuideStep[] => [
  {
    picture: 'mobile-phone',
    name: '申し込む',
    who: you,
    text: (
      <>
        <p>
          団体または基金を選び、お品物の種類、箱の数、お届け先を入力します。箱は一度に{maxBoxes}
          箱まで。会員登録をしなくても申し込めます。
        </p>
        <p>
          箱のお届け日は、お申し込みの{firstDay}日後から{lastDay}
          日後までの間で選べます。{closedDays.length > 0 && closedDaysRule}
          「希望なし」なら、いちばん早い日にお届けします。時間帯は
          {deliverySlots
            .filter((slot) => slot !== '')
            .map((slot) => deliverySlotLabels[slot])
            .join('、')}
          から選べます。
        </p>
      </>
    ),
  },
  {
    picture: 'delivery-truck',
    name: '箱をお届けします',
    who: byService,
    text: (
      <p>
        お品物を詰める箱と、着払いの伝票をお送りします。箱代も送料もかかりません。お送りするまでは、お届け先や希望日の変更、キャンセルができます。
      </p>
    ),
  },
  {
    picture: 'package',
    name: '詰めて、渡す',
    who: you,
    text: (
      <p>
        お品物を箱に入れ、着払いの伝票を貼って、伝票に書かれた配送会社に集荷を頼みます。お店や営業所への持ち込みもできます。いっぱいにならなくてもかまいません。
      </p>
    ),
  },
  {
    picture: 'magnifying-glass-tilted-left',
    name: '査定します',
    who: byService,
    text: (
      <p>
        届いた順に、一点ずつ拝見します。衣替えの季節は箱が重なり、お時間をいただくことがあります。査定額へのご承諾は、お申し込みのときにいただいています。査定のあとで、改めてお尋ねすることはありません。
      </p>
    ),
  },
  {
    picture: 'money-bag',
    name: '寄付が成立します',
    who: byService,
    text: (
      <>
        <p>
          査定額の合計が寄付額になり、団体や基金が負担する費用、届く額とあわせて、メールでお知らせします。控除対象の団体への寄付では、会員の方がマイページから
          <Link to="/tax-deduction">受領証明書</Link>
          を発行できます。
        </p>
        <p>
          基金への買取寄付で合計が{formatYen(identityCheckFromYen)}
          円以上になったときは、古物営業法による本人確認が済んでから寄付になります。手続きの方法は、そのときにメールでご案内します。
        </p>
      </>
    ),
  },
  {
    picture: 'coin',
    name: '送金します',
    who: byService,
    text: <p>寄付額から費用を引いた額を団体または基金へ送り、届いたことをお知らせします。</p>,
  },
  {
    picture: 'love-letter',
    name: '#mypledgeに書く',
    who: you,
    text: (
      <p>
        お手続きは、送金で終わりです。よろしければ、手放した一着の思い出を
        <Link to="/my-pledge">#mypledge</Link>
        に残してください。書いた言葉は、団体のページにも並びます。
      </p>
    ),
  },
];
