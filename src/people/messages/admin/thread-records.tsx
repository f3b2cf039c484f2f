import { applicationStateFacts } from '#giving/applications/application-state.ts';
import { Panel } from '#kit/lists/panel.tsx';
import { Chip } from '#kit/ui/chip.tsx';
import { Link } from '#kit/ui/links/link.tsx';
import { formatDate } from '#kit/values/timestamp.ts';
import { donorPath } from '#people/donors/donor.ts';
import { type AdminThread, subjectTypeOf } from '#people/messages/thread.ts';

const link =
  'inline-flex min-h-11 items-center font-bold text-coral-dark tabular-nums underline underline-offset-4';

/** The sender's records: applications, donor, and other threads. */
export function ThreadRecords({
  thread: { applications, others, donor },
}: {
  thread: AdminThread;
}) {
  return (
    <>
      <Panel title="お申し込み">
        {applications.length === 0 ? (
          <p className="text-sm text-ink-2">
            この申込番号・メールアドレスのお申し込みはありません。
          </p>
        ) : (
          <ul className="divide-y divide-line">
            {applications.map(({ appraisalId, state, targetName, isNamed }) => (
              <li key={appraisalId} className="py-2">
                <p className="flex flex-wrap items-center justify-between gap-x-3">
                  <Link to={`/admin/applications/${appraisalId}`} className={link}>
                    {appraisalId}
                  </Link>
                  <Chip>{applicationStateFacts[state].admin}</Chip>
                </p>
                <p className="text-sm wrap-anywhere">{targetName}</p>
                <p className="text-sm text-ink-2">
                  {isNamed ? 'お問い合わせに書かれた番号' : '同じメールアドレスのお申し込み'}
                </p>
              </li>
            ))}
          </ul>
        )}
      </Panel>
      {donor && (
        <Panel title="寄付者の記録">
          <Link to={donorPath(donor)} className={link}>
            同じメールアドレスの{donor.isGuest ? '登録のない方' : '会員'}の記録を見る
          </Link>
        </Panel>
      )}
      {others.length > 0 && (
        <Panel title="同じメールアドレスから">
          <ul className="divide-y divide-line">
            {others.map(({ id, isWaiting, createdAt }) => (
              <li key={id} className="flex flex-wrap items-center justify-between gap-x-3 py-1">
                <Link
                  to={`/admin/${subjectTypeOf(id) === 'listing' ? 'listings' : 'messages'}/${id}`}
                  className={link}
                >
                  {id}
                </Link>
                <span className="text-sm text-ink-2 tabular-nums">
                  {formatDate(createdAt)}
                  {isWaiting && '・返信待ち'}
                </span>
              </li>
            ))}
          </ul>
        </Panel>
      )}
    </>
  );
}
