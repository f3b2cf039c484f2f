import { api } from '#app/session/api.ts';
import { useSession } from '#app/session/session.ts';
import { useLoaded } from '#app/session/use-loaded.ts';
import { ButtonLink } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { ChipLink } from '#app/ui/chip.tsx';
import { Disclosure } from '#app/ui/disclosure.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { LoadFailure } from '#app/ui/load-failure.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import type { ApplicationStatus } from '#domain/application.ts';
import type { Donation } from '#domain/donation.ts';
import { formatYen } from '#domain/yen.ts';
import { ApplicationActions } from './application-actions.tsx';
import { ApplicationFacts } from './application-facts.tsx';
import { ApplicationSheet, DonationSheet } from './application-sheet.tsx';
import { type HistoryYear, historyOf } from './history.ts';

const path = '/mypage/donation-history';
/** In the place of a year. */
const everyYear = 'all';
const pageSize = 100;

type Own = { donations: Donation[]; applications: ApplicationStatus[] };

/** The history of the person `uid`: donations of the `year` (YYYY), of all, else of the newest year. */
export function DonationHistory({ uid, year }: { uid: string; year: string | null }) {
  const own = useLoaded(uid, load);
  if (own.kind === 'loading') return <HistorySkeleton />;
  if (own.kind === 'failed') return <LoadFailure message={own.message} onAgain={own.again} />;

  const { donations, applications } = own.value;
  const { underWay, years, ended } = historyOf(donations, applications);
  const change = (changed: ApplicationStatus) =>
    own.change({
      donations,
      applications: applications.map((one) =>
        one.appraisalId === changed.appraisalId ? changed : one,
      ),
    });
  const chosen =
    year === everyYear ? year : (years.find((one) => one.year === year) ?? years[0])?.year;
  if (donations.length === 0 && applications.length === 0) return <NothingYet />;
  return (
    <div className="space-y-10">
      {underWay.length > 0 && (
        <section aria-labelledby="under-way">
          <h2 id="under-way" className="mb-4 text-xl narrow:text-2xl">
            お申し込み中の箱
          </h2>
          <div className="space-y-6">
            {underWay.map((application) => (
              <ApplicationSheet key={application.appraisalId} application={application}>
                <div className="mt-6">
                  <Disclosure summary="お申し込みの内容">
                    <ApplicationFacts application={application} />
                  </Disclosure>
                </div>
                <ApplicationActions
                  application={application}
                  onChange={change}
                  onStale={own.again}
                />
              </ApplicationSheet>
            ))}
          </div>
        </section>
      )}
      {years.length > 1 && <YearFilter years={years} chosen={chosen} />}
      {years
        .filter((one) => chosen === everyYear || chosen === one.year)
        .map((one) => (
          <Year key={one.year} {...one} />
        ))}
      {ended.length > 0 && <Ended applications={ended} />}
    </div>
  );
}

/** All donations at once; applications in pages, since each brings its whole life. */
async function load(): Promise<Own> {
  const [donations, applications] = await Promise.all([
    api<Donation[]>('/api/users/donations'),
    loadApplications(),
  ]);
  return { donations, applications };
}

async function loadApplications(cursor?: string): Promise<ApplicationStatus[]> {
  const query = new URLSearchParams({ limit: String(pageSize), ...(cursor && { cursor }) });
  const page = await api<ApplicationStatus[]>(`/api/users/applications?${query}`);
  const last = page.at(-1);
  if (!last || page.length < pageSize) return page;
  return [...page, ...(await loadApplications(last.appraisalId))];
}

function YearFilter({
  years,
  chosen,
}: {
  years: readonly HistoryYear[];
  chosen: string | undefined;
}) {
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

function Year({ year, sumYen, entries }: HistoryYear) {
  return (
    <section aria-labelledby={`year-${year}`}>
      <h2
        id={`year-${year}`}
        className="mb-4 flex flex-wrap items-baseline gap-x-1 font-sans text-base font-normal text-ink-2 narrow:text-base"
      >
        {year}年の合計
        <span className="figures text-2xl text-coral-dark">{formatYen(sumYen)}円</span>（
        {entries.length}件）
      </h2>
      <div className="space-y-6">
        {entries.map(({ donation, application }) =>
          application ? (
            <ApplicationSheet
              key={donation.donationId}
              application={application}
              donation={donation}
            >
              <PledgeLink appraisalId={donation.donationId} />
            </ApplicationSheet>
          ) : (
            <DonationSheet key={donation.donationId} donation={donation} />
          ),
        )}
      </div>
    </section>
  );
}

/** To the donor's own words on a donation, written already or not. */
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

function Ended({ applications }: { applications: readonly ApplicationStatus[] }) {
  return (
    <Disclosure summary={`寄付にならなかったお申し込み（${applications.length}件）`}>
      <div className="space-y-6">
        {applications.map((application) => (
          <ApplicationSheet key={application.appraisalId} application={application} />
        ))}
      </div>
    </Disclosure>
  );
}

function NothingYet() {
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

/** The shape of the history while it is on its way; high enough to keep the footer off the screen. */
export function HistorySkeleton() {
  return (
    <div className="min-h-dvh">
      <Card>
        <Skeleton lines={8} label="寄付の履歴を読み込んでいます" />
      </Card>
    </div>
  );
}
