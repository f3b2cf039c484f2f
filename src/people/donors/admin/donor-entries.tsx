import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { apiResponse } from '#kit/client/api.ts';
import { useQuery } from '#kit/client/use-query.ts';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { Panel } from '#kit/lists/panel.tsx';
import { Button } from '#kit/ui/button.tsx';
import { Link } from '#kit/ui/links/link.tsx';
import { LoadFailure } from '#kit/ui/load-failure.tsx';
import { Skeleton } from '#kit/ui/skeleton.tsx';
import { useScroller } from '#kit/ui/use-scroller.ts';
import { formatYen } from '#kit/values/yen.ts';
import {
  type Donor,
  type DonorEntries,
  type DonorPart,
  donorPartLabels,
  donorParts,
} from '#people/donors/donor.ts';
import { EntryList } from './entry-list.tsx';

type Entries<Part extends DonorPart> = { items: DonorEntries[Part][]; next: string | undefined };

async function loadEntries<Part extends DonorPart>(
  path: string,
  signal?: AbortSignal,
): Promise<Entries<Part>> {
  const response = await apiResponse(path, signal ? { signal } : {});
  return {
    items: (await response.json()) as DonorEntries[Part][],
    next: response.headers.get('x-next-cursor') ?? undefined,
  };
}

/** A donor's boxes, donations, mails and other records, one kind at a time; the address holds which. */
export function DonorEntryTabs({ donor }: { donor: Donor }) {
  const named = useSearchParams()[0].get('part');
  const part = donorParts.find((one) => one === named) ?? 'applications';
  const { count, amountYen } = donor.donations;
  return (
    <Panel label="この方の記録">
      <PartLinks current={part} />
      {part === 'donations' && (
        <p className="mt-3 text-sm text-ink-2 tabular-nums">
          {`成立した寄付は${formatYen(count)}件、合わせて${formatYen(amountYen)}円です。`}
        </p>
      )}
      <div className="mt-3">
        <PartEntries key={`${donor.id} ${part}`} donorId={donor.id} part={part} />
      </div>
    </Panel>
  );
}

function PartLinks({ current }: { current: DonorPart }) {
  const nav = useScroller<HTMLElement>();
  return (
    <nav ref={nav} aria-label="記録の種類" className="shaded-edges -mx-2 overflow-x-auto px-2">
      <ul className="flex min-w-max gap-1 border-b border-line">
        {donorParts.map((part) => (
          <li key={part}>
            <Link
              to={`?part=${part}`}
              replace
              preventScrollReset
              aria-current={part === current ? 'page' : undefined}
              className="-mb-px flex min-h-12 items-center border-b-3 border-transparent px-3 text-sm font-bold text-ink-2 no-underline hover:text-coral-dark aria-[current=page]:border-coral aria-[current=page]:text-coral-dark"
            >
              {donorPartLabels[part]}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function PartEntries<Part extends DonorPart>({ donorId, part }: { donorId: string; part: Part }) {
  const path = `/api/office/donors/${encodeURIComponent(donorId)}/${part}`;
  const first = useQuery(path, (signal) => loadEntries<Part>(path, signal));
  const [more, setMore] = useState<Entries<Part>[]>([]);
  const { value, problem } = first;
  const pages = value ? [value, ...more] : [];
  const next = pages.at(-1)?.next;
  const submission = useSubmission(
    (cursor: string) => loadEntries<Part>(`${path}?cursor=${cursor}`),
    { onDone: (page) => setMore([...more, page]) },
  );
  if (problem) return <LoadFailure message={problem.message} onRetry={first.reload} />;
  if (!value) return <Skeleton lines={5} label={`${donorPartLabels[part]}を読み込んでいます`} />;
  return (
    <>
      <EntryList
        donorId={donorId}
        part={part}
        entries={pages.flatMap(({ items }) => items)}
        onChanged={() => {
          setMore([]);
          first.reload();
        }}
      />
      <SubmitError message={submission.message} />
      {next && (
        <p className="mt-4 text-center">
          <Button
            variant="outline"
            size="small"
            isBusy={submission.isPending}
            onClick={() => submission.send(next)}
          >
            {submission.isPending ? '読み込んでいます' : 'もっと見る'}
          </Button>
        </p>
      )}
    </>
  );
}
