import type { AdminToday, ApplicationCounts } from '#giving/applications/admin-application.ts';
import { may } from '#kit/permissions/permissions.ts';
import { Link } from '#kit/ui/links/link.tsx';
import { formatYen } from '#kit/values/yen.ts';
import { useSession } from '#people/session/session.ts';
import { waitingPath } from './application-list.tsx';

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

const step = 16;
const width = 12;
const height = 40;

/** The donations of the last twelve months as bars, the current month dark; a table for screen readers. */
function MonthChart({ months = [] }: { months: AdminToday['months'] | undefined }) {
  const most = Math.max(1, ...months.map(({ donations }) => donations));
  return (
    <>
      <p aria-hidden="true" className="text-sm text-ink-2">
        月ごとの寄付（件）
      </p>
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${step * 12 - (step - width)} ${height}`}
        preserveAspectRatio="none"
        className="mt-1.5 h-10 w-full"
      >
        {months.map(({ month, donations }, index) => {
          const bar = Math.max(2, (donations / most) * height);
          return (
            <rect
              key={month}
              x={index * step}
              y={height - bar}
              width={width}
              height={bar}
              rx="1.5"
              className={index === months.length - 1 ? 'fill-coral' : 'fill-thread'}
            >
              <title>{`${month.replace('-', '/')} ${formatYen(donations)}件`}</title>
            </rect>
          );
        })}
      </svg>
      <table className="sr-only">
        <caption>月ごとの寄付（件）</caption>
        <thead>
          <tr>
            <th scope="col">月</th>
            <th scope="col">件数</th>
          </tr>
        </thead>
        <tbody>
          {months.map(({ month, donations }) => (
            <tr key={month}>
              <th scope="row">{month.replace('-', '年')}月</th>
              <td>{formatYen(donations)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
