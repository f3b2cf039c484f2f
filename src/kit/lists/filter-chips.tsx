import { ChipLink } from '#kit/ui/chip.tsx';
import { useScroller } from '#kit/ui/use-scroller.ts';
import { formatYen } from '#kit/values/yen.ts';
import { firstPage, placeState } from './list-place.ts';
import type { List } from './use-list.ts';

/** One parameter of a list as chips: its values with their labels; '' is the first one. */
export type Chips = {
  parameter: string;
  choices: readonly (readonly [value: string, label: string])[];
};

/** The API stops counting here where counting is slow. */
const countedTo = 1_000;

/** A chip for each value with its count; the other filters stay. */
export function FilterChips<Row, Body>({
  chips: { parameter, choices },
  list: { place, pathTo, counts: asked },
  counts = asked,
}: {
  chips: Chips;
  list: List<Row, Body>;
  /** Overrides the list's own counts. */
  counts?: Partial<Record<string, number>> | undefined;
}) {
  const strip = useScroller<HTMLElement>();
  const chosen = place.filters[parameter] ?? '';
  return (
    <nav
      ref={strip}
      aria-label="状態で絞り込む"
      className="shaded-edges -mx-4 overflow-x-auto px-4 py-1 narrow:contents"
    >
      <ul className="flex w-max gap-2 narrow:contents">
        {choices.map(([value, label]) => {
          const count = counts?.[value];
          return (
            <li key={value}>
              <ChipLink
                to={pathTo({
                  ...firstPage,
                  filters: { ...place.filters, [parameter]: value },
                })}
                state={placeState(place)}
                isCurrent={chosen === value}
                description={count === undefined ? undefined : `${countLabel(count)}件`}
              >
                {label}
                {count !== undefined && (
                  <span aria-hidden="true" className="ml-1.5 tabular-nums">
                    {countLabel(count)}
                  </span>
                )}
              </ChipLink>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

const countLabel = (count: number) =>
  count > countedTo ? `${formatYen(countedTo)}+` : formatYen(count);
