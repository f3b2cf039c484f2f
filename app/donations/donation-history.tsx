import { ApplicationActions } from '#app/applications/application-actions.tsx';
import { ApplicationCard } from '#app/applications/application-card.tsx';
import { ApplicationFacts } from '#app/applications/application-facts.tsx';
import { api } from '#app/session/api.ts';
import { useQuery } from '#app/session/use-query.ts';
import { ButtonLink } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { ChipLink } from '#app/ui/chip.tsx';
import { Disclosure } from '#app/ui/disclosure.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { LoadFailure } from '#app/ui/load-failure.tsx';
import { Pagination } from '#app/ui/navigation/pagination.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import type { ApplicationStatus } from '#domain/applications/application.ts';
import type { ApplicationStage } from '#domain/applications/application-state.ts';
import type { Donation } from '#domain/donations/donation.ts';
import { DonationsByYear } from './donations-by-year.tsx';
import { everyYear, type HistoryYear, historyPage, notDonated, yearsOf } from './history.ts';
import { HistoryCsv } from './history-csv.tsx';
import { IdentityLink } from './identity-link.tsx';

const path = '/mypage/donation-history';
const batchSize = 100;

/** `applications` are those that are not (yet) donations. */
type OwnDonations = { donations: Donation[]; applications: ApplicationStatus[] };

type Props = {
  uid: string;
  /** YYYY, or all; null for the newest year. */
  year: string | null;
  /** The page of the year's donations, from 1. */
  page: string | null;
};

/** The history of the person `uid`: boxes under way, and donations by year. */
export function DonationHistory({ uid, year, page: askedPage }: Props) {
  const own = useQuery(uid, load);
  if (own.problem) return <LoadFailure message={own.problem.message} onRetry={own.reload} />;
  if (!own.value) return <HistorySkeleton />;

  const { donations, applications } = own.value;
  const { underWay, ended } = notDonated(applications);
  const years = yearsOf(donations);
  const { chosen, page, pageCount, parts } = historyPage(years, { year, page: askedPage });
  const change = (changed: ApplicationStatus) =>
    own.change({
      donations,
      applications: applications.map((one) =>
        one.appraisalId === changed.appraisalId ? changed : one,
      ),
    });
  if (donations.length === 0 && applications.length === 0) return <NoDonations />;
  return (
    <div className="space-y-10">
      {page === 1 && underWay.length > 0 && (
        <section aria-labelledby="under-way">
          <h2 id="under-way" className="mb-4 text-xl narrow:text-2xl">
            お申し込み中の箱
          </h2>
          <div className="space-y-6">
            {underWay.map((application) => (
              <ApplicationCard key={application.appraisalId} application={application}>
                <IdentityLink application={application} />
                <div className="mt-6">
                  <Disclosure summary="お申し込みの内容">
                    <ApplicationFacts application={application} />
                  </Disclosure>
                </div>
                <ApplicationActions
                  application={application}
                  onChange={change}
                  onStale={own.reload}
                />
              </ApplicationCard>
            ))}
          </div>
        </section>
      )}
      {chosen !== undefined && (
        <div className="flex flex-wrap items-start justify-between gap-4">
          {years.length > 1 && <YearFilter years={years} chosen={chosen} />}
          <HistoryCsv year={chosen} />
        </div>
      )}
      {parts.length > 0 && <DonationsByYear uid={uid} parts={parts} />}
      <Pagination
        page={page}
        pageCount={pageCount}
        href={(to) => `${path}?${new URLSearchParams({ year: `${chosen}`, page: `${to}` })}`}
      />
      {ended.length > 0 && <Ended applications={ended} />}
    </div>
  );
}

/** Loads all donations for the sums, and the applications that are not donations. */
async function load(): Promise<OwnDonations> {
  const [donations, underWay, ended] = await Promise.all([
    api<Donation[]>('/api/users/donations'),
    loadStage('under-way'),
    loadStage('ended'),
  ]);
  return { donations, applications: [...underWay, ...ended] };
}

async function loadStage(stage: ApplicationStage, cursor?: string): Promise<ApplicationStatus[]> {
  const query = new URLSearchParams({ stage, limit: `${batchSize}`, ...(cursor && { cursor }) });
  const some = await api<ApplicationStatus[]>(`/api/users/applications?${query}`);
  const last = some.at(-1);
  if (!last || some.length < batchSize) return some;
  return [...some, ...(await loadStage(stage, last.appraisalId))];
}

function YearFilter({ years, chosen }: { years: readonly HistoryYear[]; chosen: string }) {
  return (
    <nav aria-label="年でしぼり込む" className="flex flex-wrap gap-2">
      {years.map(({ year }) => (
        <ChipLink key={year} to={`${path}?year=${year}`} isCurrent={chosen === year}>
          {year}年
        </ChipLink>
      ))}
      <ChipLink to={`${path}?year=${everyYear}`} isCurrent={chosen === everyYear}>
        すべて
      </ChipLink>
    </nav>
  );
}

function Ended({ applications }: { applications: readonly ApplicationStatus[] }) {
  return (
    <Disclosure summary={`寄付にならなかったお申し込み（${applications.length}件）`}>
      <div className="space-y-6">
        {applications.map((application) => (
          <ApplicationCard key={application.appraisalId} application={application} />
        ))}
      </div>
    </Disclosure>
  );
}

function NoDonations() {
  return (
    <EmptyState
      title="まだ寄付の履歴がありません"
      action={
        <>
          <ButtonLink to="/search">寄付先を探す</ButtonLink>
          <ButtonLink to="/appraisal" variant="outline">
            買取寄付を申し込む
          </ButtonLink>
        </>
      }
    >
      お申し込みをされると、箱の発送から団体への寄付まで、ここでご覧いただけます。
    </EmptyState>
  );
}

/** The placeholder of the loading history; high enough to keep the footer below the screen. */
export function HistorySkeleton() {
  return (
    <div className="min-h-dvh">
      <Card>
        <Skeleton lines={8} label="寄付の履歴を読み込んでいます" />
      </Card>
    </div>
  );
}
