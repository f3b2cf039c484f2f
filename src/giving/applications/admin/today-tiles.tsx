import type { AdminToday, ApplicationCounts } from '#giving/applications/admin-application.ts';
import { may } from '#kit/permissions/permissions.ts';
import { Link } from '#kit/ui/links/link.tsx';
import { formatYen } from '#kit/values/yen.ts';
import { useSession } from '#people/session/session.ts';
import { waitingPath } from './application-list.tsx';
import { MonthChart } from './month-chart.tsx';

/** Pending work in numbers, each linking to its list. */
export function TodayTiles({
  today,
  counts,
  isFailed,
}: {
  today: AdminToday | undefined;
  counts: ApplicationCounts | undefined;
  /** Loading failed: the tiles show no placeholder any more. */
  isFailed: boolean;
}) {
  const readsMails = may(useSession().role, 'mails.manage');
  const unknown = isFailed ? '—' : undefined;
  const boxes = today && today.boxes !== today.kits ? `${formatYen(today.boxes)}箱` : undefined;
  return (
    <div className={`mb-4 grid gap-3 ${readsMails ? fourTiles : threeTiles}`}>
      <Tile
        label="今日発送する箱"
        count={today?.kits ?? unknown}
        note={boxes}
        to={waitingPath('kit-due')}
      />
      <Tile
        label="査定待ち"
        count={counts?.['goods-received'] ?? unknown}
        to={waitingPath('goods-received')}
      />
      <Tile
        label="本人確認待ち"
        count={counts?.appraised ?? unknown}
        isUrgent
        to={waitingPath('appraised')}
      />
      {readsMails && (
        <Tile
          label="メール失敗"
          count={today?.deadMails ?? unknown}
          isUrgent
          to="/admin/mails?state=dead"
        />
      )}
      <div className={`${tile} max-desktop:hidden`}>
        <MonthChart months={today?.months} />
      </div>
    </div>
  );
}

const fourTiles = 'grid-cols-2 narrow:grid-cols-4 desktop:grid-cols-[repeat(4,1fr)_1.45fr]';
const threeTiles = 'grid-cols-3 desktop:grid-cols-[repeat(3,1fr)_1.45fr]';
const tile = 'block rounded-xl border border-line bg-paper px-4 py-3';

function Tile({
  label,
  count,
  note,
  isUrgent = false,
  to,
}: {
  label: string;
  count: number | string | undefined;
  /** Small print behind the count. */
  note?: string;
  /** Highlights a count above zero. */
  isUrgent?: boolean;
  to: string;
}) {
  return (
    <Link to={to} preventScrollReset className={`${tile} no-underline hover:border-input`}>
      <span className="block text-sm text-ink-2">{label}</span>
      <span
        className={`figures block min-h-9 text-3xl ${isUrgent && count ? 'text-error' : 'text-ink'}`}
      >
        {count === undefined ? (
          <span
            aria-hidden="true"
            className="inline-block h-6 w-10 animate-shimmer rounded-lg bg-sand"
          />
        ) : (
          <>
            {typeof count === 'number' ? formatYen(count) : count}
            {typeof count === 'number' && <span className="ml-0.5 text-base">件</span>}
            {note && <span className="ml-2 font-sans text-sm font-normal text-ink-2">{note}</span>}
          </>
        )}
      </span>
    </Link>
  );
}
