import type { AdminToday } from '#giving/applications/admin-application.ts';
import { formatYen } from '#kit/values/yen.ts';

const step = 16;
const width = 12;
const height = 40;

/** The donations of the last twelve months as bars, the current month dark; a table for screen readers. */
export function MonthChart({ months = [] }: { months: AdminToday['months'] | undefined }) {
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
