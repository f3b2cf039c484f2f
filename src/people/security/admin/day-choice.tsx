import { firstPage } from '#kit/lists/list-place.ts';
import type { List } from '#kit/lists/use-list.ts';
import { Button } from '#kit/ui/button.tsx';
import { Link } from '#kit/ui/links/link.tsx';
import { Icon } from '#kit/ui/pictures/icon.tsx';
import { addDays } from '#kit/values/timestamp.ts';
import type { SecurityDay, SecurityLine } from '#people/security/security-event.ts';

const earliest = '2017-01-01';
const arrowClassName = 'grid size-11 place-items-center rounded-full hover:bg-sand';

/** Chooses a day: by date, or the previous or next one. */
export function DayChoice({
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
