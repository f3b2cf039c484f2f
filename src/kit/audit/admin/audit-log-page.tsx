import {
  type AuditLine,
  auditActionLabel,
  auditLogPageSize,
  auditNouns,
  auditSubjectLabel,
} from '#kit/audit/audit-line.ts';
import { type Filters, firstPage } from '#kit/lists/list-place.ts';
import { type ListDisplay, ListScreen } from '#kit/lists/list-screen.tsx';
import { PageHead } from '#kit/lists/page-head.tsx';
import { Panel } from '#kit/lists/panel.tsx';
import { RowLink, type RowLinks } from '#kit/lists/row-link.tsx';
import { CardLine } from '#kit/lists/rows.tsx';
import { type List, type ListConfig, useList } from '#kit/lists/use-list.ts';
import { Button } from '#kit/ui/button.tsx';
import { Link } from '#kit/ui/links/link.tsx';
import { formatDateTime } from '#kit/values/timestamp.ts';

export const meta = () => [
  { title: '操作の記録｜たすき運営' },
  { name: 'robots', content: 'noindex' },
];

export const handle = { layout: 'admin' };

const source: ListConfig<AuditLine> = {
  path: '/admin/audit-log',
  parameters: {
    action: Object.keys(auditNouns),
    actor: /^[\w-]{1,64}$/,
    subject: /^[\w.-]{1,100}$/,
    day: /^\d{4}-\d{2}-\d{2}$/,
  },
  api: '/api/office/audit-log',
  rowKey: ({ id }) => id,
};

const look = (list: List<AuditLine>): ListDisplay<AuditLine> => ({
  title: '操作の記録',
  pageSize: auditLogPageSize,
  views: 'audit-log',
  csv: '/api/office/audit-log.csv',
  chips: { parameter: 'action', choices: [['', 'すべて'], ...Object.entries(auditNouns)] },
  columns: (links) => [
    {
      label: '日時',
      cell: ({ at }) => (
        <span className="whitespace-nowrap tabular-nums">{formatDateTime(at)}</span>
      ),
    },
    { label: '誰が', cell: (line) => <Actor line={line} list={list} /> },
    {
      label: '何を',
      isRowHeader: true,
      cell: ({ action }) => (
        <span className="[word-break:auto-phrase]">{auditActionLabel(action)}</span>
      ),
    },
    { label: '対象', cell: (line) => <Subject line={line} links={links} /> },
    {
      label: '詳しく',
      cell: ({ details }) => (
        <span className="line-clamp-2 wrap-break-word">{details.join('、')}</span>
      ),
    },
  ],
  card: (line, links) => (
    <>
      <p className="font-bold">{auditActionLabel(line.action)}</p>
      {auditSubjectLabel(line) && <Subject line={line} links={links} />}
      <CardLine>
        <Actor line={line} list={list} />
        <span className="text-sm text-ink-2 tabular-nums">{formatDateTime(line.at)}</span>
      </CardLine>
      {line.details.length > 0 && (
        <p className="line-clamp-2 text-sm wrap-break-word text-ink-2">{line.details.join('、')}</p>
      )}
    </>
  ),
});

/** Who did what, to which record, and when; newest first. */
export default function AuditLogPage() {
  const list = useList(source);
  const narrow = (changed: Filters) =>
    list.goTo({ ...firstPage, filters: { ...list.place.filters, ...changed } });
  return (
    <>
      <PageHead title="操作の記録" />
      <Panel label="操作の記録の一覧">
        <ListScreen
          list={list}
          look={look(list)}
          narrowing={<AuditFilters filters={list.place.filters} onNarrow={narrow} />}
        />
      </Panel>
    </>
  );
}

/** Actors without an account. */
const others: Readonly<Record<string, string>> = { system: 'システム', visitor: '来訪者' };

/** A person, with a link to everything they did. */
function Actor({ line, list }: { line: AuditLine; list: List<AuditLine> }) {
  const { actorUid, actorName } = line;
  const name = actorName || (others[actorUid] ?? '消去された利用者');
  if (list.place.filters.actor === actorUid)
    return <span className="inline-block min-w-20 wrap-anywhere">{name}</span>;
  return (
    <Link
      to={list.pathTo({ ...firstPage, filters: { ...list.place.filters, actor: actorUid } })}
      preventScrollReset
      className="inline-block min-w-20 wrap-anywhere underline decoration-dashed underline-offset-4 hover:text-coral-dark max-narrow:inline-flex max-narrow:min-h-11 max-narrow:items-center"
    >
      {name}
    </Link>
  );
}

/** Paths of records with a page, or with an entry in a list that opens by its address. */
const pages: Record<string, (id: string) => string> = {
  application: (id) => `/admin/applications/${id}`,
  'result-batch': (id) => `/admin/results/${id}`,
  mail: (id) => `/admin/mails?open=${id}`,
  message: (id) => `/admin/messages/${id}`,
  listing: (id) => `/admin/listings/${id}`,
  'pledge-report': (id) => `/admin/pledge-reports?open=${id}`,
  pledge: (id) => `/my-pledge/${id}`,
  associate: (id) => `/associate/${id}`,
  'remittance-run': (id) => `/admin/remittances/${id}`,
  remittance: (id) => `/admin/remittances/transfers/${encodeURIComponent(id)}`,
  'bank-answer': (id) => `/admin/remittances/bank-answers/${id}`,
};

/** The record, with a link to its page if it has one. */
function Subject({ line, links }: { line: AuditLine; links: RowLinks }) {
  const label = auditSubjectLabel(line);
  if (!label) return <span className="text-ink-2">—</span>;
  const page = pages[line.subjectType];
  if (!page) return <span className="wrap-break-word tabular-nums">{label}</span>;
  return (
    <RowLink
      {...links.page(page(encodeURIComponent(line.subjectId)))}
      className="wrap-break-word tabular-nums"
    >
      {label}
    </RowLink>
  );
}

/** Filters the audit log by day and by record; the names in the list filter by person. */
function AuditFilters({
  filters,
  onNarrow,
}: {
  filters: Filters;
  onNarrow: (changed: Filters) => void;
}) {
  const { day = '', subject = '', actor } = filters;
  return (
    <form
      // Resets when the back button brings other values.
      key={`${day} ${subject}`}
      className="flex basis-full flex-wrap items-end gap-x-3 gap-y-2 py-1"
      onSubmit={(event) => {
        event.preventDefault();
        const formData = new FormData(event.currentTarget);
        onNarrow({
          day: String(formData.get('day') ?? ''),
          subject: String(formData.get('subject') ?? '').trim(),
        });
      }}
    >
      <label className="block text-sm font-bold max-narrow:grow">
        日付
        <input type="date" name="day" defaultValue={day} className="control mt-1 block" />
      </label>
      <label className="block text-sm font-bold max-narrow:grow">
        記録の番号
        <input
          name="subject"
          autoComplete="off"
          maxLength={100}
          defaultValue={subject}
          className="control mt-1 block"
        />
      </label>
      <Button type="submit" variant="outline" size="small" className="mb-0.5">
        絞り込む
      </Button>
      {(day || subject || actor) && (
        <Button
          variant="quiet"
          size="small"
          className="mb-0.5"
          onClick={() => onNarrow({ day: '', subject: '', actor: '' })}
        >
          {actor ? '人・日付・番号の絞り込みを外す' : '日付・番号の絞り込みを外す'}
        </Button>
      )}
    </form>
  );
}
