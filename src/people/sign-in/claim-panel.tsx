import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import type { ClaimLink } from '#giving/applications/application.ts';
import { useQuery } from '#kit/client/use-query.ts';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { Button, ButtonLink } from '#kit/ui/button.tsx';
import { Fact, Facts } from '#kit/ui/facts.tsx';
import { LoadFailure } from '#kit/ui/load-failure.tsx';
import { Notice } from '#kit/ui/notice.tsx';
import { Skeleton } from '#kit/ui/skeleton.tsx';
import { showToast } from '#kit/ui/toast.tsx';
import { formatDate } from '#kit/values/timestamp.ts';
import { claimApplication } from '#people/session/registration.ts';
import { usePerson } from '#people/session/use-person.ts';
import { VerifyFirst } from '#people/session/verify-first.tsx';
import type { SignInMethods } from './own-sign-in.ts';
import { useClaim, useClaimLink } from './use-claim.ts';

const historyPath = '/mypage/donation-history';

/** Adds a guest's application to the signed-in person's history, after they confirm it. */
export function ClaimPanel() {
  const person = usePerson();
  const { claim } = useClaim({ isTaken: true });
  const link = useClaimLink(person && claim, person?.uid ?? '');
  const methods = useQuery<SignInMethods>(person && claim && '/api/users/sign-in-methods');
  const navigate = useNavigate();
  const submission = useSubmission(claimApplication, {
    onDone() {
      showToast('お申し込みを寄付の履歴に入れました。');
      return navigate(historyPath, { replace: true });
    },
  });
  const isUnverified = methods.value?.emailVerified === false;
  useReloadOnReturn(isUnverified, methods.reload);

  if (person && !claim) return <NoLink />;
  if (link.problem?.type === 'NotFound') return <UnusableLink message={link.problem.message} />;
  for (const { problem, reload } of [link, methods]) {
    if (problem) return <LoadFailure message={problem.message} onRetry={reload} />;
  }
  if (!person?.account || !claim || !link.value || !methods.value) return <Skeleton lines={6} />;
  const { email } = person.account;
  if (link.value.isYours) return <InHistoryAlready />;
  return (
    <div className="space-y-6">
      <ClaimedFacts link={link.value} />
      {isUnverified ? (
        <VerifyFirst>
          <b className="break-all">{email}</b>
          にお送りするメールのボタンを押してから、この画面にお戻りください。画面を閉じたときは、受付のメールのリンクをもう一度開くと、続きから進めます。
        </VerifyFirst>
      ) : (
        <>
          <p>
            このお申し込みを、ログイン中のアカウント（<b className="break-all">{email}</b>
            ）の寄付の履歴に入れます。
          </p>
          {link.value.email !== email && (
            <Notice title="お申し込みのときと、メールアドレスが違います">
              ご自身のお申し込みであることを、お確かめください。ほかの方のお申し込みのときは、この画面を閉じてください。
            </Notice>
          )}
          <SubmitError message={submission.message} />
          <Button
            className="w-full"
            isBusy={submission.isPending}
            onClick={() => submission.send(claim)}
          >
            {submission.isPending ? '入れています' : '寄付の履歴に入れる'}
          </Button>
        </>
      )}
    </div>
  );
}

function ClaimedFacts({
  link: { appraisalId, targetName, createdAt, email },
}: {
  link: ClaimLink;
}) {
  return (
    <Facts>
      <Fact label="申込番号">{appraisalId}</Fact>
      <Fact label="寄付先">{targetName}</Fact>
      <Fact label="お申し込みの日">{formatDate(createdAt)}</Fact>
      <Fact label="メールアドレス">
        <span className="break-all">{email}</span>
      </Fact>
    </Facts>
  );
}

/** Reloads when the person returns from the mail, which usually opens in another tab. */
function useReloadOnReturn(isDue: boolean, reload: () => void): void {
  useEffect(() => {
    if (!isDue) return;
    const onReturn = () => document.visibilityState === 'visible' && reload();
    document.addEventListener('visibilitychange', onReturn);
    addEventListener('focus', onReturn);
    return () => {
      document.removeEventListener('visibilitychange', onReturn);
      removeEventListener('focus', onReturn);
    };
  }, [isDue, reload]);
}

function NoLink() {
  return (
    <div className="space-y-6">
      <p>受付のメールの「このお申し込みから登録する」のリンクを、もう一度お開きください。</p>
      <ToHistory />
    </div>
  );
}

function UnusableLink({ message }: { message: string }) {
  return (
    <div className="space-y-6">
      <Notice kind="error" title="このリンクは使えません">
        {message}
      </Notice>
      <ToHistory />
    </div>
  );
}

function InHistoryAlready() {
  return (
    <div className="space-y-6">
      <Notice kind="success" title="このお申し込みは、寄付の履歴に入っています" />
      <ToHistory />
    </div>
  );
}

function ToHistory() {
  return (
    <ButtonLink to={historyPath} className="w-full">
      寄付の履歴を見る
    </ButtonLink>
  );
}
