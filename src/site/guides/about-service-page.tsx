import { services } from '#kit/pages/context.ts';
import { GuideLinks } from '#kit/pages/guide-links.tsx';
import { GuideSection } from '#kit/pages/guide-section.tsx';
import { pageMeta } from '#kit/pages/page-meta.ts';
import { PictureCards } from '#kit/pages/picture-cards.tsx';
import { unlessSameUrl } from '#kit/pages/revalidation.ts';
import { ButtonLink } from '#kit/ui/button.tsx';
import { Link } from '#kit/ui/links/link.tsx';
import { Picture, type PictureName } from '#kit/ui/pictures/picture.tsx';
import { costDayRule } from '#money/ledger/cost-words.ts';
import type { Route } from './+types/about-service-page.ts';
import { DonationWays } from './donation-ways.tsx';
import { MoneyExample } from './money-example.tsx';

export const handle = { breadcrumb: 'たすきについて' };

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: 'たすきについて',
    description:
      '衣類やブランド品を送ると、査定額が団体への寄付になるしくみと、2つの寄付の方法、団体が負担する費用と団体に届く額、値段がつかなかったお品物の行き先をお伝えします。',
  });

export const shouldRevalidate = unlessSameUrl;

export async function loader({ context }: Route.LoaderArgs) {
  const { reads } = context.get(services);
  const [{ sellerAge, giftAge }, claims] = await Promise.all([reads.offer(), reads.costClaims()]);
  return { ages: { sellerAge, giftAge }, claims };
}

export default function AboutService({ loaderData: { ages, claims } }: Route.ComponentProps) {
  return (
    <>
      <Hero />
      <GuideSection title="たすきが決めていること">
        <PictureCards cards={commitments} />
      </GuideSection>
      <GuideSection
        id="ways"
        title="寄付の方法は2つ"
        lead="どちらも、箱のお届けから寄付までの流れは同じです。違うのは、寄付の届け先と、お品物の扱いです。"
      >
        <DonationWays {...ages} />
      </GuideSection>
      <GuideSection
        id="money"
        title="お金の流れ"
        lead="査定額に、運営者が独自に上乗せする「加算額」があれば足した額が、寄付額です。寄付額から、取り決めにより団体が負担する費用を引いた額が、団体に届きます。"
      >
        <MoneyFlow {...claims} />
        <div className="mt-6">
          <MoneyExample terms={claims.commonest} />
        </div>
        <div className="prose mt-6 max-w-narrow">
          <p>
            査定額は、お店に並ぶときの値札より低くなります。検品や手入れ、撮影、保管、発送にかかる費用と、売れ残る分を、あらかじめ見込んで決めるためです。「思ったより安い」と感じられることもあるかもしれません。お品物の明細があるときは、何にいくらの値段がついたのかもお見せします。
          </p>
        </div>
      </GuideSection>
      <GuideSection
        id="unpriced"
        title="値段がつかなかったら"
        lead="10円のことも、0円のこともあります。0円のときは寄付にはなりませんが、費用をいただくこともありません。お品物は、できるかぎり次の使い道につなぎます。"
      >
        <UnpricedGoods />
        <p className="mt-5 max-w-narrow">
          査定の結果は、「寄付の履歴」か、お知らせのメールにあるリンクからご覧いただけます。お品物の明細があるときは、それぞれの値段、行き先とその理由も載っています。
        </p>
      </GuideSection>
      <GuideSection title="寄付が届いたあと">
        <div className="prose max-w-narrow">
          <p>寄付が決まったときは寄付額と届く額を、団体へ届いたときは日付をお知らせします。</p>
          <p>
            手放した一着の思い出や、団体への応援の言葉は、
            <Link to="/my-pledge">#mypledge</Link>
            として写真と一緒に残せます。これまでに成立した寄付の集計は、
            <Link to="/achievements">寄付の実績</Link>
            で公開しています。
          </p>
        </div>
      </GuideSection>
      <NameStory />
      <GuideLinks to={['/about-service/application-flow', '/about-service/donatable', '/faq']} />
    </>
  );
}

const commitments = [
  {
    picture: 'delivery-truck',
    tint: 'honey',
    name: '送る方の負担はなし',
    text: 'お送りいただく方に、箱のお届け、着払いの集荷、査定の費用はかかりません。値段がつかなかったときも同じです。',
  },
  {
    picture: 'money-bag',
    tint: 'coral',
    name: '届く額まで明らかに',
    text: 'ついた値段が寄付額です。団体が負担する費用と、団体に届く額は、お申し込みの前にも、寄付が決まったときにもお知らせします。',
  },
  {
    picture: 'receipt',
    tint: 'leaf',
    name: '行き先まで報告',
    text: '値段がついたものも、つかなかったものも、どうなったかをお知らせします。',
  },
] as const;

function Hero() {
  return (
    <header className="sash mt-4">
      <div className="page-container grid grid-cols-1 items-center gap-8 py-12 desktop:grid-cols-[5fr_4fr]">
        <div>
          <h1>着なくなった一着が、寄付に変わるしくみ</h1>
          <p className="mt-4 text-lg">
            たすきは、衣類やブランド品を箱に詰めて送ると、その査定額が団体への寄付になるサービスです。お金を用意しなくても、クローゼットの整理から応援が始まります。
          </p>
          <p className="mt-6 flex flex-wrap gap-3 max-narrow:flex-col">
            <ButtonLink to="/search">寄付先を探す</ButtonLink>
            <ButtonLink to="/about-service/application-flow" variant="outline">
              お申し込みの流れを見る
            </ButtonLink>
          </p>
        </div>
        <div className="flex items-end justify-center gap-2 narrow:gap-8" aria-hidden="true">
          <Picture name="t-shirt" className="size-14 narrow:size-20" />
          <Picture name="handbag" className="size-18 narrow:size-28" />
          <Picture name="red-heart" className="size-16 narrow:size-24" />
          <Picture name="seedling" className="size-14 narrow:size-20" />
        </div>
      </div>
    </header>
  );
}

function NameStory() {
  return (
    <section className="page-container pt-14">
      <div className="grid items-center gap-6 rounded-card bg-sand p-6 narrow:grid-cols-[auto_1fr] narrow:p-8">
        <span className="mx-auto grid size-24 place-items-center rounded-full bg-paper">
          <Picture name="thread" className="size-14" />
        </span>
        <div>
          <h2 className="text-xl">たすきにこめた思い</h2>
          <p className="mt-2">
            駅伝の走者は、肩にかけた一本の布を次の走者へつなぎます。誰かが袖を通した服も、箱に入った時点で終わりではなく、形を変えて次の人へ渡っていく。そして「たすき」には、「助け」と似た響きもあります。そんな願いをこめて名づけました。
          </p>
        </div>
      </div>
    </section>
  );
}

/** What happens to goods without a price. */
function UnpricedGoods() {
  return (
    <PictureCards
      cards={[
        {
          picture: 'handshake',
          tint: 'honey',
          name: 'まだ着られるもの',
          text: '国内や海外の古着として、必要とする人の手に渡るよう引き継ぎます。',
        },
        {
          picture: 'recycling-symbol',
          tint: 'leaf',
          name: '布として使えるもの',
          text: '工場の拭き布や、繊維の原料として生かします。',
        },
        {
          picture: 'memo',
          tint: 'sky',
          name: 'どうしても使えないもの',
          text: '法令に沿って処分します。黙って捨てることはせず、理由をお知らせします。',
        },
      ]}
    />
  );
}

const stages: readonly { picture: PictureName; label: string; note: string }[] = [
  { picture: 'coat', label: 'お品物', note: 'あなたから' },
  { picture: 'magnifying-glass-tilted-left', label: '査定額', note: '一点ずつ決めます' },
  { picture: 'red-heart', label: '寄付額', note: '査定額と、加算額' },
  { picture: 'receipt', label: '団体が負担する費用', note: '取り決めによります' },
  { picture: 'seedling', label: '団体に届く額', note: '送金してお知らせ' },
];

/** The steps from goods to the organisation's account, with the statement about costs. */
export function MoneyFlow({ ofAssociates, ofFunds }: { ofAssociates: string; ofFunds: string }) {
  return (
    <div className="rounded-card border border-line bg-paper p-5 narrow:p-8">
      <ol className="grid grid-cols-1 gap-5 narrow:grid-cols-5 narrow:gap-0">
        {stages.map(({ picture, label, note }, index) => (
          <li
            key={label}
            className="relative grid grid-cols-[72px_1fr] items-center gap-x-4 narrow:block narrow:text-center"
          >
            {index > 0 && (
              <>
                <span
                  className="stitch absolute top-[38px] right-[calc(50%+46px)] left-[calc(-50%+46px)] max-narrow:hidden"
                  aria-hidden="true"
                />
                <span
                  className="stitch-down absolute bottom-full left-[34.5px] h-5 narrow:hidden"
                  aria-hidden="true"
                />
              </>
            )}
            <span className="mx-auto grid size-18 place-items-center rounded-full bg-coral-soft narrow:size-20">
              <Picture name={picture} className="size-9" />
            </span>
            <span className="leading-snug [word-break:auto-phrase] narrow:mt-2 narrow:block narrow:px-1">
              <b className="block text-lg narrow:text-base desktop:text-lg">{label}</b>
              <span className="text-sm text-ink-2">{note}</span>
            </span>
          </li>
        ))}
      </ol>
      <p className="mt-6 flex items-start gap-3 border-t border-dashed border-line pt-5">
        <Picture name="abacus" className="size-8" />
        <span>
          {ofAssociates}
          {ofFunds}
          {costDayRule}
          運営者は、この費用と、お品物が売れた金額と査定額との差を受け取り、送料や査定、サイトの運営などに充てます。
        </span>
      </p>
    </div>
  );
}
