import { useQuery } from '#kit/client/use-query.ts';
import { PageHead } from '#kit/lists/page-head.tsx';
import { Panel } from '#kit/lists/panel.tsx';
import { Chip } from '#kit/ui/chip.tsx';
import { Link } from '#kit/ui/links/link.tsx';
import { LoadFailure } from '#kit/ui/load-failure.tsx';
import { Skeleton } from '#kit/ui/skeleton.tsx';
import { formatDate } from '#kit/values/timestamp.ts';
import { type MailKind, mailKindGroups, mailKinds } from '#people/mail/mail-kinds.ts';
import type { MailTemplateLine } from '#people/mail/mail-template.ts';
import { kindLabel } from './mail-labels.ts';

export const meta = () => [
  { title: 'メールの文面｜たすき運営' },
  { name: 'robots', content: 'noindex' },
];

export const handle = { layout: 'admin' };

/** Every kind of mail, and whether its text is the built-in one or the operator's. */
export default function MailTemplatesPage() {
  const { value, problem, reload } = useQuery<MailTemplateLine[]>(
    '/api/office/content/mail-templates',
  );
  const lineOf = new Map(value?.map((line) => [line.kind, line]));
  return (
    <>
      <PageHead title="メールの文面" />
      <p className="mb-6">
        件名と文を書き換えられます。申込番号や金額、リンク、安全のためのご案内は、いつも決まった形で付きます。
      </p>
      {problem && !value ? (
        <LoadFailure message={problem.message} onRetry={reload} />
      ) : value ? (
        <div className="space-y-6">
          {mailKindGroups.map(({ title, kinds }) => (
            <Panel key={title} title={title}>
              <ul className="divide-y divide-dashed divide-line">
                {kinds.map((kind) => (
                  <Row key={kind} kind={kind} line={lineOf.get(kind)} />
                ))}
              </ul>
            </Panel>
          ))}
        </div>
      ) : (
        <Skeleton lines={12} />
      )}
    </>
  );
}

function Row({ kind, line }: { kind: MailKind; line: MailTemplateLine | undefined }) {
  const { purpose, recipient } = mailKinds[kind];
  return (
    <li className="py-3">
      <div className="flex flex-wrap items-center gap-x-3">
        <Link
          to={`/admin/content/mail-templates/${kind}`}
          className="inline-flex min-h-11 items-center font-bold underline underline-offset-4"
        >
          {kindLabel(kind)}
        </Link>
        <Chip tone={line?.isOwn ? 'leaf' : 'plain'}>{line?.isOwn ? '自分の文' : '標準の文'}</Chip>
        {line?.hasDraft && <Chip tone="honey">下書きあり</Chip>}
        {line?.since && <span className="text-sm text-ink-2">{formatDate(line.since)}から</span>}
      </div>
      <p className="text-sm text-ink-2">
        {purpose}。届く方：{recipient}
      </p>
    </li>
  );
}
