import type { ReactNode } from 'react';
import { type Filters, firstPage } from '#kit/lists/list-place.ts';
import type { List } from '#kit/lists/use-list.ts';
import { Link } from '#kit/ui/links/link.tsx';
import { formatYen } from '#kit/values/yen.ts';
import {
  type SecurityDay,
  type SecurityLine,
  type SecurityOutcome,
  securityEventKinds,
  securityEventsCounted,
  securityOutcomes,
} from '#people/security/security-event.ts';
import { securityKindLabels, securityOutcomeLabels } from '#people/security/security-words.ts';

const fills: Readonly<Record<SecurityOutcome, string>> = {
  failed: 'bg-error',
  refused: 'bg-honey',
  done: 'bg-leaf',
};

/** A day's events by outcome, and by kind with a bar for each; each number links to its list. */
export function DaySums({ day, list }: { day: SecurityDay | undefined; list: List<SecurityLine> }) {
  const counts = day?.counts ?? [];
  const sum = (matches: (one: SecurityDay['counts'][number]) => boolean) =>
    counts.filter(matches).reduce((total, { count }) => total + count, 0);
  const kinds = securityEventKinds
    .map((kind) => ({ kind, total: sum((one) => one.kind === kind) }))
    .filter(({ total }) => total > 0)
    .toSorted((one, other) => other.total - one.total);
  const most = Math.max(1, ...kinds.map(({ total }) => total));
  return (
    <section aria-label="1日の件数" className="mb-4 grid gap-3 desktop:grid-cols-[22rem_1fr]">
      <ul className="grid grid-cols-3 gap-3">
        {securityOutcomes.map((outcome) => (
          <li key={outcome}>
            <SumLink
              list={list}
              filters={{ outcome, kind: '' }}
              className="block h-full rounded-xl border border-line bg-paper px-3 py-3 no-underline hover:border-input aria-[current=true]:border-ink narrow:px-4"
            >
              <span className="flex items-center gap-1.5 text-sm text-ink-2">
                <Mark outcome={outcome} />
                {securityOutcomeLabels[outcome]}
              </span>
              <span className="figures block min-h-9 text-2xl text-ink narrow:text-3xl">
                {day ? formatYen(sum((one) => one.outcome === outcome)) : ''}
                {day && <span className="ml-0.5 text-base">件</span>}
              </span>
            </SumLink>
          </li>
        ))}
      </ul>
      <div className="rounded-xl border border-line bg-paper px-4 py-3">
        {day && kinds.length === 0 && (
          <p className="text-sm text-ink-2">この日の記録はありません。</p>
        )}
        <ul className="grid gap-x-6 gap-y-1 narrow:grid-cols-2">
          {kinds.map(({ kind, total }) => (
            <li key={kind}>
              <SumLink
                list={list}
                filters={{ kind, outcome: '' }}
                className="grid min-h-11 grid-cols-[8.5rem_1fr_auto] items-center gap-2 rounded-lg px-1 text-sm no-underline hover:bg-sand aria-[current=true]:font-bold"
              >
                <span>{securityKindLabels[kind]}</span>
                <span aria-hidden="true" className="flex h-2.5 overflow-hidden rounded-full">
                  {securityOutcomes.map((outcome) => {
                    const part = sum((one) => one.kind === kind && one.outcome === outcome);
                    return (
                      <span
                        key={outcome}
                        className={fills[outcome]}
                        style={{ width: `${(part / most) * 100}%` }}
                      />
                    );
                  })}
                </span>
                <span className="tabular-nums">{`${formatYen(total)}件`}</span>
              </SumLink>
            </li>
          ))}
        </ul>
        {day?.isMore && (
          <p className="mt-1 text-sm text-ink-2">
            {`記録が多いため、新しい${formatYen(securityEventsCounted)}行だけを数えています。`}
          </p>
        )}
      </div>
    </section>
  );
}

const Mark = ({ outcome }: { outcome: SecurityOutcome }) => (
  <span aria-hidden="true" className={`size-2.5 rounded-full ${fills[outcome]}`} />
);

/** Filters the list to the events of a number; removes the filter if it is active. */
function SumLink({
  list: { place, pathTo },
  filters,
  className,
  children,
}: {
  list: List<SecurityLine>;
  filters: Filters;
  className: string;
  children: ReactNode;
}) {
  const isCurrent = Object.entries(filters).every(
    ([name, value]) => (place.filters[name] ?? '') === value,
  );
  const cleared = Object.fromEntries(Object.keys(filters).map((name) => [name, '']));
  const chosen = { ...place.filters, ...(isCurrent ? cleared : filters) };
  return (
    <Link
      to={pathTo({ ...firstPage, filters: chosen })}
      aria-current={isCurrent ? 'true' : undefined}
      preventScrollReset
      className={className}
    >
      {children}
    </Link>
  );
}
