import { Link } from '#kit/ui/links/link.tsx';
import { Icon } from '#kit/ui/pictures/icon.tsx';
import { Picture, type PictureName } from '#kit/ui/pictures/picture.tsx';

/** Links to the donor's other pages, with summaries and the donor's own counts. */
export function MyPageLinks({
  donationCount,
  pledgeCount,
}: {
  donationCount: number;
  pledgeCount: number;
}) {
  const links: { to: string; picture: PictureName; title: string; words: string }[] = [
    {
      to: '/mypage/donation-history',
      picture: 'package',
      title: '寄付の履歴',
      words: donationCount === 0 ? '箱の状況と受領証明書' : `${donationCount}件の寄付と、箱の状況`,
    },
    {
      to: '/mypage/my-pledge',
      picture: 'love-letter',
      title: '#mypledge',
      words: pledgeCount === 0 ? '寄付にこめた思いを書く' : `${pledgeCount}件の投稿`,
    },
    {
      to: '/mypage/account',
      picture: 'locked',
      title: 'アカウント設定',
      words: 'お名前・ご住所・パスワードなど',
    },
  ];
  return (
    <nav aria-label="マイページのメニュー">
      <ul className="grid gap-3 narrow:grid-cols-3 narrow:gap-4">
        {links.map(({ to, picture, title, words }) => (
          <li key={to}>
            <Link
              to={to}
              className="flex h-full items-center gap-4 rounded-card border border-line bg-paper p-4 no-underline hover:border-coral narrow:p-5"
            >
              <Picture name={picture} className="size-10" />
              <span className="min-w-0 grow">
                <span className="block font-bold">{title}</span>
                <span className="block text-sm leading-snug text-ink-2">{words}</span>
              </span>
              <Icon name="chevron-right" className="size-5 text-coral" />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
