import { useId } from 'react';
import { api } from '#kit/client/api.ts';
import { useQuery } from '#kit/client/use-query.ts';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { LoadFailure } from '#kit/ui/load-failure.tsx';
import { Skeleton } from '#kit/ui/skeleton.tsx';
import { showToast } from '#kit/ui/toast.tsx';
import {
  type MailPreferences,
  type OptionalMailKind,
  optionalMailKinds,
  optionalMails,
} from '#people/mail/mail-preference.ts';
import { AccountCard } from './account-card.tsx';

const path = '/api/users/mail-preferences';

/** The optional mails, each with a switch that is saved at once. */
export function MailsCard({ uid }: { uid: string }) {
  const wanted = useQuery(uid, () => api<MailPreferences>(path));
  return (
    <AccountCard title="お知らせメール">
      <p className="mt-1">
        受け取るお知らせをお選びください。お申し込みの受付や寄付の完了など、大切なお知らせはいつもお送りします。
      </p>
      {!wanted.problem && !wanted.value && (
        <Skeleton lines={6} label="お知らせメールの設定を読み込んでいます" />
      )}
      {wanted.problem && <LoadFailure message={wanted.problem.message} onRetry={wanted.reload} />}
      {wanted.value && <Switches value={wanted.value} change={wanted.change} />}
    </AccountCard>
  );
}

function Switches({
  value,
  change,
}: {
  value: MailPreferences;
  change: (value: MailPreferences) => void;
}) {
  const submission = useSubmission(
    (next: MailPreferences) => api<MailPreferences>(path, { body: next }),
    {
      onDone: (saved) => {
        change(saved);
        showToast('お知らせメールの設定を保存しました。');
      },
    },
  );
  return (
    <>
      <ul className="mt-3">
        {optionalMailKinds.map((kind) => (
          <Switch
            key={kind}
            kind={kind}
            isOn={value[kind]}
            isBusy={submission.isPending}
            onChange={(isOn) => submission.send({ ...value, [kind]: isOn })}
          />
        ))}
      </ul>
      <SubmitError message={submission.message} />
    </>
  );
}

function Switch({
  kind,
  isOn,
  isBusy,
  onChange,
}: {
  kind: OptionalMailKind;
  isOn: boolean;
  isBusy: boolean;
  onChange: (isOn: boolean) => void;
}) {
  const id = useId();
  const { label, detail } = optionalMails[kind];
  return (
    <li className="border-t border-dashed border-line first:border-t-0">
      <label className="flex min-h-11 items-start gap-3 py-3">
        <input
          type="checkbox"
          checked={isOn}
          aria-describedby={id}
          aria-disabled={isBusy}
          onChange={(event) => !isBusy && onChange(event.target.checked)}
          className="mt-0.5 size-6 shrink-0 accent-coral"
        />
        <span>
          <span className="font-bold">{label}</span>
          <span id={id} className="block text-sm text-ink-2">
            {detail}
          </span>
        </span>
      </label>
    </li>
  );
}
