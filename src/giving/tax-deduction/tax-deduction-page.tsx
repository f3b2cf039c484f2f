import { data } from 'react-router';
import { receiptRule } from '#giving/receipts/receipt-rule.ts';
import { GuideHead } from '#kit/pages/guide-head.tsx';
import { GuideLinks } from '#kit/pages/guide-links.tsx';
import { GuideSection } from '#kit/pages/guide-section.tsx';
import { Lazy, lazyPart } from '#kit/pages/lazy-part.tsx';
import { pageMeta } from '#kit/pages/page-meta.ts';
import { ButtonLink } from '#kit/ui/button.tsx';
import { FramedTable } from '#kit/ui/framed-table.tsx';
import { Link } from '#kit/ui/links/link.tsx';
import { Icon } from '#kit/ui/pictures/icon.tsx';
import { type GuideStep, StepList } from '#kit/ui/step-list.tsx';
import type { Column } from '#kit/ui/table.tsx';
import { formatYen } from '#kit/values/yen.ts';
import type { Route } from './+types/tax-deduction-page.ts';
import { deductionFloorYen } from './deduction-floor.ts';
import { readQuestion } from './relief-question.ts';
import { deductibleTypes, reliefExamples } from './relief-rows.ts';

export const handle = {
  breadcrumb: '寄付金控除について',
  // The calculator's input, when submitted without scripts.
  query: ['gift', 'income', 'allowances', 'recipient', 'local'],
};

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: '寄付金控除について',
    description:
      '控除対象の団体への寄付で、税金がいくら軽くなるかを計算できます。対象になる団体、受領証明書、確定申告の流れもご説明します。',
  });

/** A page with income amounts in its URL must not be cached. */
export function loader({ request }: Route.LoaderArgs) {
  const asked = readQuestion(new URL(request.url).searchParams);
  const tables = { types: deductibleTypes, examples: reliefExamples };
  return data({ asked, ...tables }, asked && { headers: { 'cache-control': 'no-store' } });
}

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

const GuideCalculator = lazyPart(() =>
  import('./guide-calculator.tsx').then((part) => part.GuideCalculator),
);

export default function TaxDeduction({
  loaderData: { asked, types, examples },
}: Route.ComponentProps) {
  return (
    <>
      <GuideHead
        title="寄付金控除について"
        lead="「控除対象」の印がある団体への寄付は、確定申告をすると、税金が軽くなることがあります。"
        pictures={['receipt', 'abacus', 'coin']}
        tint="leaf"
      />
      <GuideSection title="税金はいくら変わるのか">
        <ReliefSection examples={examples} />
      </GuideSection>
      <GuideSection
        id="calculator"
        title="あなたの控除を計算する"
        lead="源泉徴収票か、確定申告書の控えをお手元にご用意ください。"
      >
        <Lazy>
          <GuideCalculator asked={asked} />
        </Lazy>
        <Footnotes />
      </GuideSection>
      <GuideSection
        title="控除が受けられる団体"
        lead="団体の種別で決まります。たすきでは、今日の時点で条件を満たす団体にだけ「控除対象」の印をつけています。"
      >
        <DeductibleTypes types={types} />
        <div className="mt-5 flex flex-wrap items-center gap-x-6 gap-y-3">
          <p className="max-w-narrow">
            基金への買取寄付は、お申し込みのときに受け取る団体が決まっていないため、控除の対象になりません。
          </p>
          <ButtonLink to="/search?isDeductible=true" variant="outline">
            控除対象の団体を探す
          </ButtonLink>
        </div>
      </GuideSection>
      <GuideSection title="申告までの流れ">
        <StepList steps={filingSteps} />
      </GuideSection>
      <GuideSection title="受領証明書のこと">
        <Receipts />
      </GuideSection>
      <GuideLinks to={['/about-service', '/about-service/application-flow', '/faq']} />
    </>
  );
}

function ReliefSection({ examples }: { examples: typeof reliefExamples }) {
  return (
    <>
      <div className="prose max-w-narrow">
        <p>
          税額控除を選ぶと、一年間の寄付の合計から{formatYen(deductionFloorYen)}
          円を引いた額の40%が、所得税から直接引かれます。お住まいの自治体が指定した団体なら、住民税も最大10%軽くなります。合わせて
          <b>寄付額の最大約50%</b>
          <a href="#footnotes">（※）</a>
          です。
        </p>
        <p>
          所得控除は、同じ額を所得から引く方法です。税率の高い方には、こちらが有利なこともあります。団体によっては所得控除だけが使えます。
        </p>
        <p>
          次の表は、所得{formatYen(examples.totalIncomeYen)}円、所得税
          {formatYen(examples.incomeTaxYen)}
          円の方が、自治体の指定もある認定NPO法人に寄付したときの例です。
        </p>
      </div>
      <div className="mt-5">
        <ReliefExamples gifts={examples.gifts} />
      </div>
    </>
  );
}

function Footnotes() {
  return (
    <div id="footnotes" className="mt-5 text-sm text-ink-2">
      <p>
        ※
        「最大約50%」は、所得税の40%と住民税の10%を合わせた上限の目安です。実際には、次の決まりがあります。
      </p>
      <ul className="mt-1 list-disc pl-6">
        <li>
          {formatYen(deductionFloorYen)}
          円は一年に一度だけ引きます。寄付が少ないほど、割合は小さくなります。
        </li>
        <li>
          対象になる寄付は、所得税では所得金額の40%、住民税では30%まで。税額控除は所得税額の25%までで、100円未満は切り捨てます。
        </li>
        <li>住民税は、都道府県と市区町村がそれぞれ条例で指定した団体への寄付だけが対象です。</li>
        <li>
          ここでの計算は概算です。復興特別所得税や、住宅ローン控除などほかの控除は考えに入れていません。正しい額は、税務署か税理士にご確認ください。
        </li>
      </ul>
    </div>
  );
}

function Receipts() {
  return (
    <div className="grid items-start gap-6 desktop:grid-cols-2">
      <div className="prose">
        <p>
          {receiptRule.who}
          寄付を受けたことを証明できるのは、受け取った団体だけだからです。
        </p>
        <p>{receiptRule.day}</p>
        <p>{receiptRule.sum}</p>
        <p>
          お名前とご住所は、お申し込みのときの内容がそのまま載ります。申告する方ご本人のお名前で、住民票のご住所をご入力ください。
        </p>
        <p>
          {receiptRule.how}詳しくは
          <Link to="/faq#tax">よくあるご質問</Link>
          もご覧ください。
        </p>
        <p>
          マイページの<Link to="/mypage/receipts">受領証明書</Link>
          の画面で、寄付ごとにも、一年分をまとめても発行できます。証明書が本物かどうかは、
          <Link to="/verify">受領証明書の確認</Link>で、どなたでも確かめられます。
        </p>
      </div>
      <ReceiptFacts />
    </div>
  );
}

const receiptFields = [
  '団体の名称と所在地',
  '寄付金が届いた日に有効だった認定の番号と、認定された日',
  '団体の主な目的である活動への寄付であること',
  '寄付額（費用を引く前の額）と、団体へ届いた日',
  'あなたのお名前とご住所',
] as const;

/** The content of a receipt, drawn like the paper itself. */
function ReceiptFacts() {
  return (
    <div className="rounded-card border border-line bg-paper p-3">
      <div className="rounded-tile border-2 border-dashed border-thread p-5">
        <p className="font-bold">寄付金受領証明書に書かれること</p>
        <ul className="mt-3 grid gap-2">
          {receiptFields.map((fact) => (
            <li key={fact} className="flex gap-2">
              <Icon name="check" className="mt-1 size-5 text-leaf" />
              {fact}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

/** The steps from the request for a receipt to the tax return (確定申告). */
const filingSteps: readonly GuideStep[] = [
  {
    picture: 'memo',
    name: '控除対象の団体に申し込む',
    who: 'あなたが',
    text: (
      <p>
        控除対象の団体を選ぶと、お申し込みの画面に受領証明書の欄が出ます。確定申告をなさるかもしれない方は、そこで「希望する」をお選びください。
      </p>
    ),
  },
  {
    picture: 'receipt',
    name: '証明書を受け取る',
    who: 'あなたが',
    text: (
      <p>
        {receiptRule.how}
        {receiptRule.day}
        その年の寄付になさりたいときは、余裕をもってお送りください。
      </p>
    ),
  },
  {
    picture: 'abacus',
    name: '確定申告をする',
    who: 'あなたが',
    text: (
      <p>
        翌年の確定申告で、証明書をもとに寄付の額を申告します。会社の年末調整では手続きできません。申告書は、国税庁のサイトでも作れます。
      </p>
    ),
  },
  {
    picture: 'coin',
    name: '税金が軽くなる',
    who: '税務署と自治体が',
    text: <p>所得税は、納めすぎた分が口座に戻ります。住民税は、翌年度に納める分が軽くなります。</p>,
  },
];

type DeductibleType = (typeof deductibleTypes)[number];

const typeColumns: Column<DeductibleType>[] = [
  {
    label: '団体の種別',
    isRowHeader: true,
    cell: ({ label }) => <span className="narrow:whitespace-nowrap">{label}</span>,
  },
  { label: '所得税での扱い', cell: ({ relief }) => relief },
  { label: '認定の期間', cell: ({ period }) => period },
];

function DeductibleTypes({ types }: { types: readonly DeductibleType[] }) {
  return (
    <FramedTable
      caption="寄付金控除の対象になる団体の種別"
      columns={typeColumns}
      rows={types}
      rowKey={({ label }) => label}
    />
  );
}

type Example = (typeof reliefExamples)['gifts'][number];

const exampleColumns: Column<Example>[] = [
  { label: '一年間の寄付', isRowHeader: true, isNumber: true, cell: ({ gift }) => gift },
  { label: '所得税', isNumber: true, cell: ({ credit }) => credit },
  { label: '住民税', isNumber: true, cell: ({ residentsTax }) => residentsTax },
  { label: '合わせて', isNumber: true, cell: ({ total }) => <b>{total}</b> },
  { label: '寄付に対して', isNumber: true, cell: ({ rate }) => rate },
];

function ReliefExamples({ gifts }: { gifts: readonly Example[] }) {
  return (
    <FramedTable
      caption="寄付の額と、軽くなる税金の例"
      columns={exampleColumns}
      rows={gifts}
      onPhones="cards"
      rowKey={({ gift }) => gift}
    />
  );
}
