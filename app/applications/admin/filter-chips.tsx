import { ChipLink } from '#app/ui/chip.tsx';
import { useScroller } from '#app/ui/use-scroller.ts';
import type { ApplicationCounts } from '#domain/applications/admin-application.ts';
import { applicationStates } from '#domain/applications/application-state.ts';
import { formatYen } from '#domain/values/yen.ts';
import {
  type ApplicationFilter,
  type ApplicationsQuery,
  filterLabels,
  pathOf,
  stateOf,
} from './selection.ts';

/** One chip for each state with how many are in it; the keyword stays when another is chosen. */
export function FilterChips({
  query,
  counts,
  kits,
}: {
  query: ApplicationsQuery;
  counts: ApplicationCounts | undefined;
  /** How many kits leave today. */
  kits: number | undefined;
}) {
  const strip = useScroller<HTMLElement>();
  const total = counts && Object.values(counts).reduce((sum, count) => sum + count, 0);
  const countOf = (filter: ApplicationFilter) =>
    filter === 'all' ? total : filter === 'kit-due' ? kits : counts?.[filter];
  return (
    <nav
      ref={strip}
      aria-label="状態で絞り込む"
      className="-mx-4 overflow-x-auto px-4 py-1 narrow:contents"
    >
      <ul className="flex w-max gap-2 narrow:contents">
        {(['all', 'kit-due', ...applicationStates] as const).map((filter) => {
          const count = countOf(filter);
          return (
            <li key={filter}>
              <ChipLink
                to={pathOf({ ...query, filter, page: 1 })}
                state={stateOf(query)}
                isCurrent={query.filter === filter}
              >
                {filterLabels(filter)}
                {/* Room is kept, so that nothing moves when the counts come. */}
                <span className="ml-1.5 min-w-[2ch] tabular-nums">
                  {count !== undefined && formatYen(count)}
                </span>
              </ChipLink>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
