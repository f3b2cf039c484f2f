import type { ApplicationStatus } from '#giving/applications/application.ts';
import { ApplicationCard } from '#giving/applications/application-card.tsx';
import { parseAppraisalId } from '#giving/applications/appraisal-number.ts';
import { receivedWords } from '#giving/receipts/receipt-rule.ts';
import { OwnTrace } from '#giving/trace/own-trace.tsx';
import { TraceLinksCard } from '#giving/trace/trace-links-card.tsx';
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
import { OpeningsCard } from '#money/public-log/openings-card.tsx';
import { usePerson } from '#people/session/use-person.ts';
import type { Route } from './+types/donation-page.ts';
import type { DonationHistoryEntry } from './donation.ts';
import { DonationContent } from './folded-donation.tsx';

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: '寄付のゆくえ',
    description:
      'ひとつの寄付が、お申し込みから団体での使いみちまで、どうたどったかをご覧いただけます。',
    isListed: false,
  });

export const handle = {
  guard: 'signed-in',
  breadcrumb: [
    { label: 'マイページ', to: '/mypage' },
    { label: '寄付の履歴', to: '/mypage/donation-history' },
    { label: '寄付のゆくえ' },
  ],
};

/** The trace of one of the donor's boxes, by its number, before and after it became a donation. */
export default function OneDonation({ params: { donationId } }: Route.ComponentProps) {
  const person = usePerson();
  const found = useQuery(person && `${person.uid} ${donationId}`, () => load(donationId));
  return (
    <div className="page-container min-h-dvh py-10">
      <h1 className="mb-6">寄付のゆくえ</h1>
      {found.problem && <LoadFailure message={found.problem.message} onRetry={found.reload} />}
      {!found.problem && !found.value && (
        <Card>
          <Skeleton lines={8} label="寄付のゆくえを読み込んでいます" />
        </Card>
      )}
      {found.value && (isThere(found.value) ? <Entry {...found.value} /> : <NoDonation />)}
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

async function load(typed: string): Promise<HistoryEntry> {
  const donationId = parseAppraisalId(typed);
  if (donationId === undefined) return {};
  const [donation, [application]] = await Promise.all([
    send('GET /api/users/donations/:donationId', { params: { donationId } }),
    send('GET /api/users/applications', { query: { limit: 1, numbers: donationId } }),
  ]);
  return { ...(isEntry(donation) && { donation }), application };
}

const isThere = ({ donation, application }: HistoryEntry) => donation ?? application;

const isEntry = (
  found: DonationHistoryEntry | Record<string, never>,
): found is DonationHistoryEntry => 'donationId' in found;

function Entry({ donation, application }: HistoryEntry) {
  const trace = application && <OwnTrace application={application} />;
  if (!donation) {
    return (
      application && (
        <>
          <ApplicationCard application={application} level={2} trace={trace} />
          <TraceLinksCard appraisalId={application.appraisalId} />
          <OpeningsCard appraisalId={application.appraisalId} />
        </>
      )
    );
  }
  const { donationId, associateId, associateName, amount, donatedAt, receivedOn } = donation;
  return (
    <>
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
        <DonationContent donation={donation} application={application} trace={trace} />
      </Card>
      <TraceLinksCard appraisalId={donationId} />
      <OpeningsCard appraisalId={donationId} />
    </>
  );
}

function NoDonation() {
  return (
    <EmptyState
      title="寄付が見つかりません"
      action={<ButtonLink to="/mypage/donation-history">寄付の履歴を見る</ButtonLink>}
    >
      この申込番号のお申し込みは、履歴にありません。番号をお確かめください。
    </EmptyState>
  );
}
