import { type ReactNode, useState } from 'react';
import type { ApplicationStatus } from '#giving/applications/application.ts';
import { send } from '#kit/client/send.ts';
import { useQuery } from '#kit/client/use-query.ts';
import { LoadFailure } from '#kit/ui/load-failure.tsx';
import { Pagination } from '#kit/ui/navigation/pagination.tsx';
import { Icon } from '#kit/ui/pictures/icon.tsx';
import { Skeleton } from '#kit/ui/skeleton.tsx';
import { formatYen } from '#kit/values/yen.ts';
import { FoldedDonation, isFinished } from './folded-donation.tsx';
import { type HistoryYear, pageOfYear } from './history.ts';
import { HistoryCsv } from './history-csv.tsx';
import type { TwoDays } from './two-days.ts';
import { YearByDays } from './year-by-days.tsx';

/** Donations shown open while their money is not transferred; further ones are folded. */
const mostOpen = 3;

/**
 * A year's donations, folded to its total until opened. `page` is the requested page, of the year in the address;
 * `onOpen` is called when the donor unfolds the year.
 */
export function YearOfDonations({
  uid,
  year,
  gifts,
  page,
  isAsked,
  href,
  onOpen,
}: {
  uid: string;
  year: HistoryYear;
  /** The gifts of all years: one decided in a year may be received in the next. */
  gifts: readonly TwoDays[];
  page: string | null;
  isAsked: boolean;
  href: (page: number) => string;
  onOpen: () => void;
}) {
  const [isOpen, setOpen] = useState(isAsked);
  const [wasAsked, setAsked] = useState(isAsked);
  if (isAsked !== wasAsked) {
    setAsked(isAsked);
    if (isAsked) setOpen(true);
  }
  const id = `year-${year.year}`;
  return (
    <section aria-labelledby={id}>
      <details
        open={isOpen}
        onToggle={({ currentTarget }) => {
          if (currentTarget.open === isOpen) return;
          setOpen(currentTarget.open);
          if (currentTarget.open) onOpen();
        }}
        className="group/year"
      >
        <summary className="flex min-h-14 items-center justify-between gap-4 rounded-tile border border-line bg-sand px-4 py-2 narrow:px-5">
          <h2
            id={id}
            className="flex flex-wrap items-baseline gap-x-1 font-sans text-base font-normal text-ink-2 narrow:text-base"
          >
            {year.year}年に決まった寄付
            <span className="figures text-2xl text-coral-dark">{formatYen(year.sumYen)}円</span>（
            {year.donations.length}
            件）
          </h2>
          <Icon
            name="chevron-down"
            className="size-5 text-coral transition-transform group-open/year:rotate-180"
          />
        </summary>
        {isOpen && (
          <>
            <div className="mt-4">
              <YearByDays year={year.year} gifts={gifts} />
            </div>
            <Opened uid={uid} year={year} page={page} href={href} />
          </>
        )}
      </details>
    </section>
  );
}

function Opened({
  uid,
  year,
  page: asked,
  href,
}: {
  uid: string;
  year: HistoryYear;
  page: string | null;
  href: (page: number) => string;
}) {
  const { donations, page, pageCount } = pageOfYear(year, asked);
  const numbers = donations.map(({ donationId }) => donationId);
  const applications = useQuery(`${uid} ${numbers}`, () => loadApplications(numbers));
  if (applications.problem) {
    return (
      <SpacedBelow>
        <LoadFailure message={applications.problem.message} onRetry={applications.reload} />
      </SpacedBelow>
    );
  }
  const { value: found } = applications;
  if (!found) {
    return (
      <SpacedBelow>
        <Skeleton lines={8} label="寄付の履歴を読み込んでいます" />
      </SpacedBelow>
    );
  }
  const open = donations
    .filter(({ donationId }) => !isFinished(found.get(donationId)))
    .slice(0, mostOpen);
  return (
    <SpacedBelow>
      <div className="grid gap-2">
        {donations.map((donation) => (
          <FoldedDonation
            key={donation.donationId}
            donation={donation}
            application={found.get(donation.donationId)}
            isOpen={open.includes(donation)}
          />
        ))}
      </div>
      <Pagination page={page} pageCount={pageCount} href={href} />
      <HistoryCsv year={year.year} />
    </SpacedBelow>
  );
}

const SpacedBelow = ({ children }: { children: ReactNode }) => (
  <div className="mt-4 space-y-6">{children}</div>
);

async function loadApplications(
  numbers: readonly string[],
): Promise<Map<string, ApplicationStatus>> {
  const query = { limit: 100, numbers: numbers.join() };
  const found = await send('GET /api/users/applications', { query });
  return new Map(found.map((one) => [one.appraisalId, one]));
}
