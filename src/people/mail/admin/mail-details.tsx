import { useQuery } from '#kit/client/use-query.ts';
import { Chip } from '#kit/ui/chip.tsx';
import { Fact, Facts } from '#kit/ui/facts.tsx';
import { LoadFailure } from '#kit/ui/load-failure.tsx';
import { Skeleton } from '#kit/ui/skeleton.tsx';
import { formatDateTime } from '#kit/values/timestamp.ts';
import { type AdminMailDetail, mailStateLabels } from '#people/mail/admin-mail.ts';
import { mailFailureAdvice, mailFailureWords } from '#people/mail/mail-failure.ts';
import { MailBody } from './mail-body.tsx';
import { kindLabel, mailTones } from './mail-labels.ts';
import { ResendForm } from './resend-form.tsx';
import { RetryButton } from './retry-button.tsx';

/** One mail as its recipient receives it, as HTML and as text. */
export function MailDetails({ id, onChanged }: { id: string; onChanged: () => void }) {
  const { value: mail, problem, reload } = useQuery<AdminMailDetail>(`/api/office/mails/${id}`);
  if (problem) return <LoadFailure message={problem.message} onRetry={reload} />;
  if (!mail) return <Skeleton lines={8} label="メールを読み込んでいます" />;
  const changed = () => {
    reload();
    onChanged();
  };
  return (
    <div className="grid gap-4">
      <Facts>
        <Fact label="件名">
          <b>{mail.subject}</b>
        </Fact>
        <Fact label="宛先">
          <span className="break-all">{mail.to}</span>
        </Fact>
        <Fact label="状態">
          <span className="inline-flex flex-wrap items-center gap-x-3 gap-y-1">
            <Chip tone={mailTones[mail.state]}>{mailStateLabels[mail.state]}</Chip>
            <span className="text-sm tabular-nums">
              {formatDateTime(mail.sentAt ?? mail.createdAt)}
            </span>
            <span className="text-sm text-ink-2">{kindLabel(mail.kind)}</span>
            {mail.attempts > 1 && <span className="text-sm">{mail.attempts}回試しました</span>}
            {(mail.state === 'dead' || mail.state === 'held') && (
              <RetryButton mail={mail} onRetried={changed} />
            )}
          </span>
        </Fact>
        <Fact label="届かない理由">
          {mail.lastError && (
            <>
              <span className="block font-bold">{mailFailureWords(mail.lastError)}</span>
              {mail.state === 'dead' && (
                <span className="block">{mailFailureAdvice(mail.lastError)}</span>
              )}
              <span className="block text-sm break-all text-ink-2">{mail.lastError}</span>
            </>
          )}
        </Fact>
        <Fact label="送り直し">
          {mail.resends.length > 0 ? (
            <ul>
              {mail.resends.map((again) => (
                <li key={again.id}>
                  <span className="break-all">{again.to}</span>（{mailStateLabels[again.state]}）
                </li>
              ))}
            </ul>
          ) : null}
        </Fact>
      </Facts>
      <ResendForm key={mail.version} mail={mail} onSent={changed} onStale={reload} />
      <MailBody html={mail.html} text={mail.text} />
    </div>
  );
}
