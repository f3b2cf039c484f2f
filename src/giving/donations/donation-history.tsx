import { useEffect } from 'react';
import { useLocation } from 'react-router';
import type { ApplicationStatus } from '#giving/applications/application.ts';
import { ApplicationActions } from '#giving/applications/application-actions.tsx';
import { ApplicationCard } from '#giving/applications/application-card.tsx';
import { ApplicationFacts } from '#giving/applications/application-facts.tsx';
import type { ApplicationStage } from '#giving/applications/application-state.ts';
import { isOnHold } from '#giving/applications/application-timeline.ts';
import { LazyParcels } from '#giving/applications/parcels/lazy-parcels.tsx';
import { send } from '#kit/client/send.ts';
import { useQuery } from '#kit/client/use-query.ts';
import { ButtonLink } from '#kit/ui/button.tsx';
import { Card } from '#kit/ui/card.tsx';
import { Disclosure } from '#kit/ui/disclosure.tsx';
import { EmptyState } from '#kit/ui/empty-state.tsx';
import { LoadFailure } from '#kit/ui/load-failure.tsx';
import { Skeleton } from '#kit/ui/skeleton.tsx';
import type { Donation } from './donation.ts';
import { DonorTasks } from './donor-tasks.tsx';
import { initiallyOpenYear, onHoldFirst, withoutDonation, yearsOf } from './history.ts';
import { HistoryCsv } from './history-csv.tsx';
import { daysOfDonations } from './year-by-days.tsx';
import { YearOfDonations } from './year-of-donations.tsx';

const path = '/mypage/donation-history';
const batchSize = 100;

/** `applications` are those without a donation (yet). */
type OwnDonations = { donations: Donation[]; applications: ApplicationStatus[] };

type Props = {
  uid: string;
  /** The year to open, YYYY; null for the newest one. */
  year: string | null;
  /** The page of that year's donations, from 1. */
  page: string | null;
  /** Called with the year that the donor opens. */
  onYear: (year: string) => void;
};

/** The history of the person `uid`: their tasks, boxes under way, and donations by year, with past years folded. */
export function DonationHistory({ uid, year, page, onYear }: Props) {
  const own = useQuery(uid, load);
  const { hash } = useLocation();
  const isLoaded = own.value !== undefined;
  // Scrolls to the address's target, which exists only now.
  useEffect(() => {
    if (isLoaded && hash !== '') document.getElementById(hash.slice(1))?.scrollIntoView();
  }, [isLoaded, hash]);
  if (own.problem) return <LoadFailure message={own.problem.message} onRetry={own.reload} />;
  if (!own.value) return <HistorySkeleton />;

  const { donations, applications } = own.value;
  const { underWay, ended } = withoutDonation(applications);
  const years = yearsOf(donations);
  const gifts = daysOfDonations(donations);
  const open = initiallyOpenYear(years, year);
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
      <DonorTasks applications={underWay} />
      {underWay.length > 0 && (
        <section aria-labelledby="under-way">
          <h2 id="under-way" className="mb-4 text-xl narrow:text-2xl">
            お申し込み中の箱
          </h2>
          <div className="space-y-6">
            {onHoldFirst(underWay).map((application) => (
              <ApplicationCard key={application.appraisalId} application={application}>
                <IdentityLink application={application} />
                <LazyParcels application={application} />
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
      {years.length > 0 && (
        <div className="space-y-4">
          {years.map((one) => (
            <YearOfDonations
              gifts={gifts}
              key={one.year}
              uid={uid}
              year={one}
              page={one.year === open ? page : null}
              isAsked={one.year === open}
              href={(to) =>
                `${path}?${new URLSearchParams({ year: one.year, page: `${to}` })}#year-${one.year}`
              }
              onOpen={() => onYear(one.year)}
            />
          ))}
          {years.length > 1 && <HistoryCsv />}
        </div>
      )}
      {ended.length > 0 && <Ended applications={ended} />}
    </div>
  );
}

/** Loads all donations, for the totals, and the applications without one. */
async function load(): Promise<OwnDonations> {
  const [donations, underWay, ended] = await Promise.all([
    send('GET /api/users/donations'),
    loadStage('under-way'),
    loadStage('ended'),
  ]);
  return { donations, applications: [...underWay, ...ended] };
}

async function loadStage(stage: ApplicationStage, cursor?: string): Promise<ApplicationStatus[]> {
  const query = { stage, limit: batchSize, cursor };
  const batch = await send('GET /api/users/applications', { query });
  const last = batch.at(-1);
  if (!last || batch.length < batchSize) return batch;
  return [...batch, ...(await loadStage(stage, last.appraisalId))];
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

/** The placeholder of the history while it loads; high enough to keep the footer below the screen. */
export function HistorySkeleton() {
  return (
    <div className="min-h-dvh">
      <Card>
        <Skeleton lines={8} label="寄付の履歴を読み込んでいます" />
      </Card>
    </div>
  );
}

/** Links an application on hold to the page where its papers are sent; nothing for others. */
function IdentityLink({ application }: { application: ApplicationStatus }) {
  if (!isOnHold(application)) return null;
  const { appraisalId, identity } = application;
  const isSent = identity === 'submitted';
  return (
    <p className="mt-4">
      <ButtonLink
        to={`/mypage/identity-check/${appraisalId}`}
        variant={isSent ? 'outline' : 'primary'}
        size="small"
      >
        {isSent
          ? '本人確認の状況を見る'
          : identity === 'rejected'
            ? '本人確認の書類を送り直す'
            : '本人確認の書類を送る'}
      </ButtonLink>
    </p>
  );
}
