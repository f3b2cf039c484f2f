import { useSearchParams } from 'react-router';
import { receiptRule } from '#giving/receipts/receipt-rule.ts';
import { pageMeta } from '#kit/pages/page-meta.ts';
import { Link } from '#kit/ui/links/link.tsx';
import { usePerson } from '#people/session/use-person.ts';
import type { Route } from './+types/donation-history-page.ts';
import { DonationHistory as History, HistorySkeleton } from './donation-history.tsx';

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: '寄付の履歴',
    description: 'お申し込みの状況と、これまでの寄付をご覧いただけます。',
    isListed: false,
  });

export const handle = {
  guard: 'signed-in',
  breadcrumb: [{ label: 'マイページ', to: '/mypage' }, { label: '寄付の履歴' }],
};

/** The donor's donations, newest first, and the boxes under way. */
export default function DonationHistory() {
  const person = usePerson();
  const [search, setSearch] = useSearchParams();
  return (
    <div className="page-container py-10">
      <div className="mb-6 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h1>寄付の履歴</h1>
        <Link to="/mypage/receipts" className="py-2 text-coral-dark underline">
          受領証明書を発行する
        </Link>
        <p className="w-full max-w-narrow text-sm text-ink-2">
          {receiptRule.who}
          {receiptRule.day}
        </p>
      </div>
      {person ? (
        <History
          uid={person.uid}
          year={search.get('year')}
          page={search.get('page')}
          // Going back opens the same year again.
          onYear={(year) => setSearch({ year }, { replace: true, preventScrollReset: true })}
        />
      ) : (
        <HistorySkeleton />
      )}
    </div>
  );
}
