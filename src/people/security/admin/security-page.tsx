import type { ReactNode } from 'react';
import { useQuery } from '#kit/client/use-query.ts';
import { type Filters, firstPage } from '#kit/lists/list-place.ts';
import { ListScreen } from '#kit/lists/list-screen.tsx';
import { PageHead } from '#kit/lists/page-head.tsx';
import { Panel } from '#kit/lists/panel.tsx';
import { type List, useList } from '#kit/lists/use-list.ts';
import { Button, ButtonLink } from '#kit/ui/button.tsx';
import { Link } from '#kit/ui/links/link.tsx';
import { Icon } from '#kit/ui/pictures/icon.tsx';
import { addDays } from '#kit/values/timestamp.ts';
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
import { securityLook, securitySource } from './security-list.tsx';

export const meta = () => [
  { title: 'セキュリティの記録｜たすき運営' },
  { name: 'robots', content: 'noindex' },
];

export const handle = { layout: 'admin' };

/** A day's security events: the counts by kind, and each event. */
export default function SecurityPage() {
  const list = useList(securitySource);
  const { day: chosen, typed, outcome } = list.place.filters;
  const query = chosen ? `?${new URLSearchParams({ day: chosen })}` : '';
  const { value: day } = useQuery<SecurityDay>(
    `/api/office/security-events/counts${query}`,
    undefined,
    { keepsLast: true },
  );
  return (
    <>
      <PageHead title="セキュリティの記録">{day && <DayChoice day={day} list={list} />}</PageHead>
      <DaySums day={day} list={list} />
      <Panel label="セキュリティの記録の一覧">
        <ListScreen
          list={list}
          look={securityLook(list)}
          counts={day && countsByKind(day, outcome)}
          narrowing={
            typed && (
              <ButtonLink
                to={list.pathTo({ ...firstPage, filters: { ...list.place.filters, typed: '' } })}
                variant="quiet"
                size="small"
              >
                {`宛先の符号 ${typed.slice(0, 8)} の絞り込みを外す`}
              </ButtonLink>
            )
          }
        />
      </Panel>
    </>
  );
}

/** The number of events for each chip of the list; '' is all of them. */
function countsByKind({ counts }: SecurityDay, outcome: string | undefined) {
  const sums: Record<string, number> = { '': 0 };
  for (const one of counts) {
    if (outcome && one.outcome !== outcome) continue;
    sums[one.kind] = (sums[one.kind] ?? 0) + one.count;
    sums[''] = (sums[''] ?? 0) + one.count;
  }
  return sums;
}

const earliest = '2017-01-01';
const arrowClassName = 'grid size-11 place-items-center rounded-full hover:bg-sand';

/** Chooses a day: by date, or the previous or next one. */
function DayChoice({
  day: { day, today },
  list: { place, pathTo, goTo },
}: {
  day: Pick<SecurityDay, 'day' | 'today'>;
  list: List<SecurityLine>;
}) {
  const linkTo = (other: string) => ({
    ...firstPage,
    filters: { ...place.filters, day: other === today ? '' : other },
  });
  return (
    <form
      // Resets when the links beside it bring other values.
      key={day}
      className="flex flex-wrap items-center gap-1"
      onSubmit={(event) => {
        event.preventDefault();
        goTo(linkTo(String(new FormData(event.currentTarget).get('day') ?? '') || today));
      }}
    >
      {day > earliest && (
        <Link to={pathTo(linkTo(addDays(day, -1)))} aria-label="前の日" className={arrowClassName}>
          <Icon name="chevron-left" />
        </Link>
      )}
      <span className="w-36">
        <input
          type="date"
          name="day"
          aria-label="日付"
          min={earliest}
          max={today}
          defaultValue={day}
          className="control"
        />
      </span>
      {day < today && (
        <Link to={pathTo(linkTo(addDays(day, 1)))} aria-label="次の日" className={arrowClassName}>
          <Icon name="chevron-right" />
        </Link>
      )}
      <Button type="submit" variant="outline" size="small">
        表示
      </Button>
    </form>
  );
}

const fills: Readonly<Record<SecurityOutcome, string>> = {
  failed: 'bg-error',
  refused: 'bg-honey',
  done: 'bg-leaf',
};

/** A day's events by outcome, and by kind with a bar for each; each number links to its list. */
function DaySums({ day, list }: { day: SecurityDay | undefined; list: List<SecurityLine> }) {
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
