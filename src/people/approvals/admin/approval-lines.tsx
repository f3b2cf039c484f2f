import { adminPath } from '#kit/lists/admin-path.ts';
import { Button } from '#kit/ui/button.tsx';
import { Link } from '#kit/ui/links/link.tsx';
import { Table } from '#kit/ui/table.tsx';
import { formatYen } from '#kit/values/yen.ts';
import type { ShownApproval } from '#people/approvals/approval.ts';
import { type ShownLine, shownPageSize } from '#people/approvals/shown.ts';

type Props = { shown: ShownApproval; from: number; onFrom: (from: number) => void };

/** The effects of a request, line by line, new or unusual ones first. */
export function ApprovalLines({ shown, from, onFrom }: Props) {
  const { approval, lines, lineCount, markedCount } = shown;
  if (lineCount === 0) return null;
  const title = approval.state === 'waiting' ? '承認すると、こうなります' : '判断したときの内容';
  return (
    <section aria-labelledby="approval-lines" className="grid gap-3">
      <h3 id="approval-lines" className="font-sans text-base">
        {title}
      </h3>
      <p className="text-sm text-ink-2">{inWords(lineCount, markedCount)}</p>
      <Table
        caption={title}
        onPhones="stacks"
        rows={lines}
        rowKey={(line) => `${line.label} ${line.detail} ${line.to}`}
        columns={[
          { label: '項目', isRowHeader: true, cell: (line) => <LineText line={line} /> },
          { label: 'これまで', cell: ({ before }) => <Value text={before} /> },
          { label: 'これから', cell: ({ after }) => <Value text={after} isStrong /> },
        ]}
      />
      {lineCount > shownPageSize && <Pages lineCount={lineCount} from={from} onFrom={onFrom} />}
    </section>
  );
}

const inWords = (lineCount: number, markedCount: number) =>
  markedCount === 0
    ? `全部で${formatYen(lineCount)}件です。`
    : `全部で${formatYen(lineCount)}件です。うち${formatYen(markedCount)}件は、お確かめいただきたい理由を添えて、はじめに並べています。`;

function LineText({ line: { label, detail, marks, to } }: { line: ShownLine }) {
  return (
    <span className="grid gap-1 font-normal">
      {to === '' ? (
        <b className="wrap-anywhere">{label}</b>
      ) : (
        <Link
          to={adminPath(to)}
          className="font-bold text-coral-dark underline underline-offset-4 wrap-anywhere max-narrow:inline-flex max-narrow:min-h-11 max-narrow:items-center"
        >
          {label}
        </Link>
      )}
      {detail !== '' && <span className="text-sm wrap-anywhere text-ink-2">{detail}</span>}
      {marks.map((mark) => (
        <span
          key={mark}
          className="rounded-lg bg-honey-soft px-2.5 py-1 text-sm font-bold wrap-anywhere"
        >
          {mark}
        </span>
      ))}
    </span>
  );
}

const Value = ({ text, isStrong = false }: { text: string; isStrong?: boolean }) => (
  <span className={`wrap-anywhere tabular-nums ${isStrong ? 'font-bold' : ''}`}>{text}</span>
);

function Pages({ lineCount, from, onFrom }: Omit<Props, 'shown'> & { lineCount: number }) {
  const last = Math.min(from + shownPageSize, lineCount);
  return (
    <nav aria-label="件" className="flex flex-wrap items-center justify-center gap-3">
      {from > 0 && (
        <Button variant="outline" size="small" onClick={() => onFrom(from - shownPageSize)}>
          前の{shownPageSize}件
        </Button>
      )}
      <span className="text-sm text-ink-2 tabular-nums">
        {formatYen(from + 1)}〜{formatYen(last)}件目
      </span>
      {last < lineCount && (
        <Button variant="outline" size="small" onClick={() => onFrom(from + shownPageSize)}>
          次の{shownPageSize}件
        </Button>
      )}
    </nav>
  );
}
