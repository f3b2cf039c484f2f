import { useQuery } from '#kit/client/use-query.ts';
import { Panel } from '#kit/lists/panel.tsx';
import { Link } from '#kit/ui/links/link.tsx';
import { LoadFailure } from '#kit/ui/load-failure.tsx';
import { Skeleton } from '#kit/ui/skeleton.tsx';
import { formatDateTime } from '#kit/values/timestamp.ts';
import type { WaitingChange } from '#organisations/associates/admin-associate.ts';

/** Changes of organisations' pages that wait for the operator's review, longest waiting first. */
export function WaitingList() {
  const { value, problem, reload } = useQuery<WaitingChange[]>('/api/office/associates/waiting');
  return (
    <Panel title="確認を待っている変更">
      {problem && !value && <LoadFailure message={problem.message} onRetry={reload} />}
      {!problem && !value && <Skeleton lines={2} />}
      {value && (
        <ul className="divide-y divide-dashed divide-line">
          {value.map(({ id, name, changedBy, changedAt }) => (
            <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 py-1">
              <Link
                to={`/admin/associates/${id}#page`}
                className="inline-flex min-h-11 items-center font-bold text-coral-dark underline underline-offset-4"
              >
                {name}
              </Link>
              <span className="text-sm text-ink-2">
                {changedBy}　{formatDateTime(changedAt)}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
