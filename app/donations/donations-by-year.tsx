import { ApplicationCard, DonationCard } from '#app/applications/application-card.tsx';
import { api } from '#app/session/api.ts';
import { useSession } from '#app/session/session.ts';
import { useQuery } from '#app/session/use-query.ts';
import { ButtonLink } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { LoadFailure } from '#app/ui/load-failure.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import type { ApplicationStatus } from '#domain/applications/application.ts';
import type { DonationHistoryEntry } from '#domain/donations/donation.ts';
import { formatYen } from '#domain/values/yen.ts';
import type { HistoryPart } from './history.ts';

/** A page of donations under the headings of their years, each with its application's timeline. */
export function DonationsByYear({ uid, parts }: { uid: string; parts: readonly HistoryPart[] }) {
  const numbers = parts.flatMap(({ donations }) => donations.map((one) => one.donationId));
  const applications = useQuery(`${uid} ${numbers}`, () => loadApplications(numbers));
  if (applications.problem)
    return <LoadFailure message={applications.problem.message} onRetry={applications.reload} />;
  return parts.map(({ year, sumYen, count, donations }) => (
    <section key={year} aria-labelledby={`year-${year}`}>
      <h2
        id={`year-${year}`}
        className="mb-4 flex flex-wrap items-baseline gap-x-1 font-sans text-base font-normal text-ink-2 narrow:text-base"
      >
        {year}年の合計
        <span className="figures text-2xl text-coral-dark">{formatYen(sumYen)}円</span>（{count}
        件）
      </h2>
      {!applications.value ? (
        <Card>
          <Skeleton lines={8} label="寄付の履歴を読み込んでいます" />
        </Card>
      ) : (
        <div className="space-y-6">
          {donations.map((donation) => (
            <GivenDonation
              key={donation.donationId}
              donation={donation}
              application={applications.value?.get(donation.donationId)}
            />
          ))}
        </div>
      )}
    </section>
  ));
}

type GivenDonationProps = {
  donation: DonationHistoryEntry;
  application: ApplicationStatus | undefined;
};

function GivenDonation({ donation, application }: GivenDonationProps) {
  const link = <PledgeLink appraisalId={donation.donationId} />;
  return application ? (
    <ApplicationCard application={application} donation={donation}>
      {link}
    </ApplicationCard>
  ) : (
    <DonationCard donation={donation}>{link}</DonationCard>
  );
}

async function loadApplications(
  numbers: readonly string[],
): Promise<Map<string, ApplicationStatus>> {
  const query = new URLSearchParams({ limit: '100', numbers: numbers.join() });
  const found = await api<ApplicationStatus[]>(`/api/users/applications?${query}`);
  return new Map(found.map((one) => [one.appraisalId, one]));
}

/** A link to the donor's pledge on a donation, whether or not one exists. */
function PledgeLink({ appraisalId }: { appraisalId: string }) {
  const { pledges } = useSession();
  const written = pledges.find((one) => one.appraisalId === appraisalId);
  return (
    <p className="mt-6">
      <ButtonLink
        to={
          written
            ? `/mypage/my-pledge/${written.id}`
            : `/mypage/my-pledge/new?appraisalId=${appraisalId}`
        }
        variant="outline"
        size="small"
      >
        {written ? '#mypledgeを編集する' : '#mypledgeを書く'}
      </ButtonLink>
    </p>
  );
}
