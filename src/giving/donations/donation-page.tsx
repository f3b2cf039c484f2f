import type { ApplicationStatus } from '#giving/applications/application.ts';
import { receivedWords } from '#giving/receipts/receipt-rule.ts';
import { send } from '#kit/client/send.ts';
import { useQuery } from '#kit/client/use-query.ts';
import { pageMeta } from '#kit/pages/page-meta.ts';
import { ButtonLink } from '#kit/ui/button.tsx';
import { Card } from '#kit/ui/card.tsx';
import { EmptyState } from '#kit/ui/empty-state.tsx';
import { Link } from '#kit/ui/links/link.tsx';
import { LoadFailure } from '#kit/ui/load-failure.tsx';
import { Skeleton } from '#kit/ui/skeleton.tsx';
import { formatDate } from '#kit/values/timestamp.ts';
import { formatYen } from '#kit/values/yen.ts';
import { usePerson } from '#people/session/use-person.ts';
import type { Route } from './+types/donation-page.ts';
import type { DonationHistoryEntry } from './donation.ts';
import { DonationContent } from './folded-donation.tsx';

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: '寄付の内容',
    description: 'ひとつの寄付の金額と、お申し込みから送金までをご覧いただけます。',
    isListed: false,
  });

export const handle = {
  guard: 'signed-in',
  breadcrumb: [
    { label: 'マイページ', to: '/mypage' },
    { label: '寄付の履歴', to: '/mypage/donation-history' },
    { label: '寄付の内容' },
  ],
};

/** One entry of the donor's history, by its number. */
export default function OneDonation({ params: { donationId } }: Route.ComponentProps) {
  const person = usePerson();
  const found = useQuery(person && `${person.uid} ${donationId}`, () => load(donationId));
  return (
    <div className="page-container min-h-dvh py-10">
      <h1 className="mb-6">寄付の内容</h1>
      {found.problem && <LoadFailure message={found.problem.message} onRetry={found.reload} />}
      {!found.problem && !found.value && (
        <Card>
          <Skeleton lines={8} label="寄付の内容を読み込んでいます" />
        </Card>
      )}
      {found.value && (found.value.donation ? <Entry {...found.value} /> : <NoDonation />)}
      <p className="mt-6 flex flex-wrap gap-x-6 gap-y-2">
        <Link to="/mypage/donation-history" className="text-coral-dark underline">
          寄付の履歴へ戻る
        </Link>
        {found.value?.donation?.associateId && (
          <Link to="/mypage/receipts" className="text-coral-dark underline">
            受領証明書のページへ
          </Link>
        )}
      </p>
    </div>
  );
}

type HistoryEntry = {
  donation?: DonationHistoryEntry;
  application?: ApplicationStatus | undefined;
};

async function load(donationId: string): Promise<HistoryEntry> {
  const donation = await send('GET /api/users/donations/:donationId', { params: { donationId } });
  if (!isEntry(donation)) return {};
  const query = { limit: 1, numbers: donation.donationId };
  const [application] = await send('GET /api/users/applications', { query });
  return { donation, application };
}

const isEntry = (
  found: DonationHistoryEntry | Record<string, never>,
): found is DonationHistoryEntry => 'donationId' in found;

function Entry({ donation, application }: HistoryEntry) {
  if (!donation) return null;
  const { donationId, associateId, associateName, amount, donatedAt, receivedOn } = donation;
  return (
    <Card as="article" aria-label={`${associateName}への寄付（${donationId}）`}>
      <div className="mb-4 flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div className="min-w-0">
          <p className="flex flex-wrap gap-x-3 text-sm text-ink-2 tabular-nums">
            <span>{formatDate(donatedAt)}</span>
            <span className="whitespace-nowrap">申込番号 {donationId}</span>
          </p>
          {associateId && amount > 0 && (
            <p className="text-sm text-ink-2 tabular-nums">{receivedWords(receivedOn)}</p>
          )}
          <h2 className="mt-1 font-sans text-lg wrap-anywhere narrow:text-xl">{associateName}</h2>
        </div>
        <p className="figures text-2xl whitespace-nowrap text-coral-dark narrow:text-3xl">
          <span className="mr-2 text-sm text-ink-2">寄付額</span>
          {formatYen(amount)}円
        </p>
      </div>
      <DonationContent donation={donation} application={application} isWhole />
    </Card>
  );
}

function NoDonation() {
  return (
    <EmptyState
      title="寄付が見つかりません"
      action={<ButtonLink to="/mypage/donation-history">寄付の履歴を見る</ButtonLink>}
    >
      この申込番号の寄付は、履歴にありません。番号をお確かめください。査定がこれからの箱は、寄付の履歴の「お申し込み中の箱」にあります。
    </EmptyState>
  );
}
