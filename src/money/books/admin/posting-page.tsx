import { addressOf } from '#kit/client/send.ts';
import { useQuery } from '#kit/client/use-query.ts';
import { BackLink } from '#kit/lists/back-link.tsx';
import { PageHead } from '#kit/lists/page-head.tsx';
import { Panel } from '#kit/lists/panel.tsx';
import { ButtonLink } from '#kit/ui/button.tsx';
import { EmptyState } from '#kit/ui/empty-state.tsx';
import { Fact, Facts } from '#kit/ui/facts.tsx';
import { Link } from '#kit/ui/links/link.tsx';
import { LoadFailure } from '#kit/ui/load-failure.tsx';
import { Notice } from '#kit/ui/notice.tsx';
import { Skeleton } from '#kit/ui/skeleton.tsx';
import { type Column, Table } from '#kit/ui/table.tsx';
import { formatDateTime } from '#kit/values/timestamp.ts';
import { formatYen } from '#kit/values/yen.ts';
import { type LedgerLine, maxPostingLines, type Posting } from '#money/books/book-rows.ts';
import { postingLabel } from '#money/books/posting-kind.ts';
import { readAccount } from '#money/ledger/accounts.ts';
import { AuditQuestionPanel } from '#people/messages/admin/audit-question-panel.tsx';
import type { Route } from './+types/posting-page.ts';
import { linesPath, postingPath } from './book-links.ts';
import { BoxNumber } from './box-number.tsx';

export const meta = () => [{ title: '仕訳｜たすき運営' }, { name: 'robots', content: 'noindex' }];

export const handle = { layout: 'admin' };

const list = { path: '/admin/ledger/lines', label: '仕訳の一覧' };
const link = 'text-coral-dark underline underline-offset-4';

export default function PostingPage({ params: { postingId } }: Route.ComponentProps) {
  return <OnePosting key={postingId} postingId={postingId} />;
}

/** One posting: its lines, its reason, and its subject. */
function OnePosting({ postingId }: { postingId: string }) {
  const { value, problem, reload } = useQuery(
    addressOf('GET /api/office/ledger/postings/:postingId', { params: { postingId } }),
  );
  return (
    <>
      <BackLink list={list} />
      <PageHead title={`仕訳：${postingLabel(postingId)}`} />
      {problem?.type === 'NotFound' ? (
        <EmptyState
          title="仕訳が見つかりませんでした"
          action={
            <ButtonLink to={list.path} variant="outline" size="small">
              仕訳の一覧へ
            </ButtonLink>
          }
        >
          {problem.message}
        </EmptyState>
      ) : problem ? (
        <LoadFailure message={problem.message} onRetry={reload} />
      ) : !value ? (
        <Panel label="仕訳">
          <Skeleton lines={8} />
        </Panel>
      ) : (
        <div className="grid gap-4">
          {value.correctedBy.length > 0 && (
            <Notice title="この仕訳は、あとの仕訳で訂正されています">
              もとの仕訳は、そのまま残しています。
            </Notice>
          )}
          <Panel title="仕訳の行">
            <Table
              caption="仕訳の行"
              columns={columns}
              rows={value.lines}
              rowKey={({ id }) => id}
              onPhones="cards"
              isDense
            />
            {value.lines.length === maxPostingLines && (
              <p className="mt-2 text-sm text-ink-2">
                はじめの{maxPostingLines}行を表示しています。
              </p>
            )}
          </Panel>
          <Panel title="この仕訳について">
            <About posting={value} />
          </Panel>
          <AuditQuestionPanel subject="posting" subjectId={postingId} />
        </div>
      )}
    </>
  );
}

const columns: Column<LedgerLine>[] = [
  {
    label: '勘定科目',
    isRowHeader: true,
    cell: ({ account, accountName }) => (
      <Link to={linesPath(account)} className={link}>
        {accountName}
      </Link>
    ),
  },
  { label: '団体・基金', cell: ({ ownerName }) => ownerName || '—' },
  {
    label: '借方',
    isNumber: true,
    cell: ({ debitYen }) => (debitYen === 0 ? '' : `${formatYen(debitYen)}円`),
  },
  {
    label: '貸方',
    isNumber: true,
    cell: ({ creditYen }) => (creditYen === 0 ? '' : `${formatYen(creditYen)}円`),
  },
];

function About({ posting }: { posting: Posting }) {
  const { appraisalId, remittanceId, runId, runNumber, corrects, correctedBy } = posting;
  const fund = posting.lines
    .map(({ account }) => readAccount(account))
    .find(({ owner }) => owner === 'fund');
  return (
    <Facts>
      <Fact label="日時">{formatDateTime(posting.at)}</Fact>
      <Fact label="理由">
        {posting.reason && <span className="wrap-anywhere">{posting.reason}</span>}
      </Fact>
      <Fact label="記録した人">{posting.by}</Fact>
      <Fact label="申込番号">{appraisalId && <BoxNumber appraisalId={appraisalId} />}</Fact>
      <Fact label="基金">
        {fund && (
          <Link to={`/admin/funds/${encodeURIComponent(fund.id)}`} className={link}>
            基金の入金と支払い
          </Link>
        )}
      </Fact>
      <Fact label="送金">
        {remittanceId && (
          <Link to={`/admin/remittances/transfers/${remittanceId}`} className={link}>
            団体への送金の内訳
          </Link>
        )}
      </Fact>
      <Fact label="送金の番号">
        {runNumber && (
          <Link to={`/admin/remittances/${runId}`} className={`${link} tabular-nums`}>
            {runNumber}
          </Link>
        )}
      </Fact>
      <Fact label="訂正した仕訳">{corrects && <Related posting={corrects} />}</Fact>
      <Fact label="訂正した後の仕訳">
        {correctedBy.length > 0 && (
          <ul>
            {correctedBy.map((one) => (
              <li key={one.postingId}>
                <Related posting={one} />
              </li>
            ))}
          </ul>
        )}
      </Fact>
      <Fact label="仕訳の番号">
        <span className="wrap-anywhere">{posting.postingId}</span>
      </Fact>
    </Facts>
  );
}

const Related = ({
  posting: { postingId, at },
}: {
  posting: { postingId: string; at: string };
}) => (
  <Link to={postingPath(postingId)} className={link}>
    {postingLabel(postingId)}（{formatDateTime(at)}）
  </Link>
);
