import { ButtonLink } from '#kit/ui/button.tsx';
import { Link } from '#kit/ui/links/link.tsx';
import { Icon } from '#kit/ui/pictures/icon.tsx';

/** The guides by path, with their topics. */
const guides = {
  '/about-service': { label: 'たすきについて', note: 'しくみと、お金の流れ' },
  '/about-service/application-flow': {
    label: 'お申し込みの流れ',
    note: '箱が届いてから、送金まで',
  },
  '/about-service/donatable': { label: '寄付できるもの', note: '種類ごとの例と目安' },
  '/about-service/donatable/gold': {
    label: '金・貴金属の寄付',
    note: '切れた鎖も、片方のピアスも',
  },
  '/about-service/undonatable': {
    label: '寄付できないもの',
    note: '箱に入れる前にご確認を',
  },
  '/tax-deduction': { label: '寄付金控除について', note: '戻る税金の目安を計算' },
  '/faq': { label: 'よくあるご質問', note: '気がかりなことに、あらかじめお答え' },
} as const;
export type GuidePath = keyof typeof guides;

/** The foot of every guide: related guides, and a link to the application. */
export function GuideLinks({ to }: { to: readonly GuidePath[] }) {
  return (
    <>
      <nav aria-label="あわせて読む" className="page-container pt-14">
        <p className="font-bold">あわせてどうぞ</p>
        <ul className="mt-3 grid grid-cols-1 gap-3 desktop:grid-cols-3">
          {to.map((path) => (
            <li key={path}>
              <Link
                to={path}
                className="flex min-h-18 items-center justify-between gap-3 rounded-tile border border-line bg-paper px-5 py-3 no-underline hover:border-coral hover:bg-coral-soft"
              >
                <span className="leading-snug">
                  <b className="block">{guides[path].label}</b>
                  <span className="text-sm text-ink-2">{guides[path].note}</span>
                </span>
                <Icon name="arrow-right" className="size-5 text-coral" />
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <section className="mt-14 bg-coral-soft py-10">
        <div className="page-container flex flex-wrap items-center justify-between gap-6">
          <div>
            <h2>箱ひとつから、できること</h2>
            <p className="mt-1">
              お送りいただく方に、費用はかかりません。会員登録をしなくても申し込めます。
            </p>
          </div>
          <p className="flex flex-wrap gap-3 max-narrow:w-full max-narrow:flex-col">
            <ButtonLink to="/search">団体を選んで寄付する</ButtonLink>
            <ButtonLink to="/appraisal" variant="outline">
              基金に寄付する
            </ButtonLink>
          </p>
        </div>
      </section>
    </>
  );
}
