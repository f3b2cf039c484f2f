import { firstPage } from '#kit/lists/list-place.ts';
import type { ListDisplay } from '#kit/lists/list-screen.tsx';
import { CardLine } from '#kit/lists/rows.tsx';
import type { List, ListConfig } from '#kit/lists/use-list.ts';
import { Chip, type ChipTone } from '#kit/ui/chip.tsx';
import { Link } from '#kit/ui/links/link.tsx';
import { formatYen } from '#kit/values/yen.ts';
import {
  type SecurityLine,
  securityEventKinds,
  securityEventsPageSize,
  securityOutcomes,
} from '#people/security/security-event.ts';
import {
  securityKindLabel,
  securityKindLabels,
  securityOutcomeLabel,
} from '#people/security/security-words.ts';

export const securitySource: ListConfig<SecurityLine> = {
  path: '/admin/security',
  parameters: {
    kind: securityEventKinds,
    outcome: securityOutcomes,
    typed: /^[\w-]{16}$/,
    day: /^\d{4}-\d{2}-\d{2}$/,
  },
  api: '/api/office/security-events',
  rowKey: ({ id }) => id,
};

/** The columns of a day's security events. */
export const securityLook = (list: List<SecurityLine>): ListDisplay<SecurityLine> => ({
  title: 'セキュリティの記録',
  pageSize: securityEventsPageSize,
  csv: '/api/office/security-events.csv',
  chips: {
    parameter: 'kind',
    choices: [['', 'すべて'], ...Object.entries(securityKindLabels)],
  },
  empty: ({ filters: { kind, outcome, typed } }) =>
    kind || outcome || typed
      ? { title: '当てはまる記録がありません' }
      : { title: 'この日の記録はありません' },
  columns: () => [
    { label: '時刻', cell: ({ at }) => <Time at={at} /> },
    {
      label: 'できごと',
      isRowHeader: true,
      cell: ({ kind }) => <span className="whitespace-nowrap">{securityKindLabel(kind)}</span>,
    },
    { label: '結果', cell: ({ outcome }) => <Outcome outcome={outcome} /> },
    { label: '回数', isNumber: true, cell: ({ count }) => formatYen(count) },
    { label: '誰が', cell: (line) => <PersonLink line={line} list={list} /> },
    { label: '接続元と端末', cell: (line) => <Origin line={line} /> },
    { label: '詳しく', cell: ({ details }) => <Details details={details} /> },
  ],
  card: (line) => (
    <>
      <CardLine>
        <span className="font-bold">{securityKindLabel(line.kind)}</span>
        <span className="flex items-center gap-2">
          {line.count > 1 && (
            <span className="font-bold tabular-nums">{`${formatYen(line.count)}回`}</span>
          )}
          <Outcome outcome={line.outcome} />
        </span>
      </CardLine>
      <Details details={line.details} />
      <CardLine>
        <PersonLink line={line} list={list} />
        <span className="text-sm text-ink-2">
          <Time at={line.at} />
        </span>
      </CardLine>
      <p className="text-sm text-ink-2">
        <Origin line={line} />
      </p>
    </>
  ),
});

/** "10:05:30" for a timestamp. */
const Time = ({ at }: { at: string }) => (
  <span className="whitespace-nowrap tabular-nums">
    {at.slice(8, 14).replace(/(\d\d)(?=\d)/g, '$1:')}
  </span>
);

const tones: Readonly<Record<string, ChipTone>> = {
  failed: 'error',
  refused: 'honey',
  done: 'leaf',
};

const Outcome = ({ outcome }: { outcome: string }) => (
  <Chip tone={tones[outcome] ?? 'plain'}>{securityOutcomeLabel(outcome)}</Chip>
);

const way =
  'underline decoration-dashed underline-offset-4 hover:text-coral-dark max-narrow:inline-flex max-narrow:min-h-11 max-narrow:items-center';

/** A person, linked to all their events; without an account, the fingerprint of the typed e-mail. */
function PersonLink({
  line: { uid, name, typed },
  list,
}: {
  line: SecurityLine;
  list: List<SecurityLine>;
}) {
  const { filters } = list.place;
  return (
    <>
      {uid !== '' && (
        <Link
          to={`/admin/audit-log?${new URLSearchParams({ actor: uid })}`}
          className={`inline-block min-w-20 wrap-anywhere ${way}`}
        >
          {name || '消去された利用者'}
        </Link>
      )}
      {typed !== '' && uid === '' && (
        <Link
          to={list.pathTo({ ...firstPage, filters: { ...filters, typed } })}
          preventScrollReset
          className={`gap-1 whitespace-nowrap ${way}`}
        >
          宛先の符号 <span className="font-mono text-sm">{typed.slice(0, 8)}</span>
        </Link>
      )}
      {typed === '' && uid === '' && <span className="text-ink-2">来訪者</span>}
    </>
  );
}

function Origin({ line: { from, device } }: { line: SecurityLine }) {
  const place = { unknown: '不明', various: 'いろいろ' }[from] ?? from;
  return (
    <>
      <span className="whitespace-nowrap tabular-nums">{place}</span>
      {device !== '' && (
        <span className="whitespace-nowrap text-ink-2 narrow:block max-narrow:ml-2">{device}</span>
      )}
    </>
  );
}

function Details({ details }: { details: readonly string[] }) {
  if (details.length === 0) return null;
  return <span className="text-sm wrap-anywhere">{details.join('、')}</span>;
}
