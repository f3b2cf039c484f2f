import { Outlet } from 'react-router';
import { failureStatus, showServerError } from '#kit/client/server-error.ts';
import { useQuery } from '#kit/client/use-query.ts';
import { Card } from '#kit/ui/card.tsx';
import { LoadFailure } from '#kit/ui/load-failure.tsx';
import { Skeleton } from '#kit/ui/skeleton.tsx';
import { SecondFactorDialog } from '#people/session/second-factor/second-factor-dialog.tsx';
import { usePerson } from '#people/session/use-person.ts';
import { loadAccountFacts, type OwnAccount } from './own-account.ts';

export const handle = {
  guard: 'signed-in',
  breadcrumb: [
    { label: 'マイページ', to: '/mypage' },
    { label: 'アカウント設定', to: '/mypage/account' },
  ],
};

/** The account section: loads the account and passes it to its pages. */
export default function AccountSection() {
  const person = usePerson();
  const facts = useQuery(person?.uid, loadAccountFacts);
  if (facts.problem) {
    return (
      <div className="plain-headings page-container py-10">
        <LoadFailure message={facts.problem.message} onRetry={facts.reload} />
      </div>
    );
  }
  if (!facts.value) {
    return (
      <div className="plain-headings page-container min-h-dvh py-10">
        <div className="mx-auto max-w-narrow">
          <Card>
            <Skeleton lines={8} label="アカウントを読み込んでいます" />
          </Card>
        </div>
      </div>
    );
  }
  const { value, change } = facts;
  const own: OwnAccount = {
    ...value,
    change,
    refresh: () =>
      loadAccountFacts().then(change, (error) => {
        // The change succeeded, so the form shows no error of its own.
        showServerError({ status: failureStatus(error) });
      }),
  };
  return (
    <div className="plain-headings">
      <Outlet context={own} />
      <SecondFactorDialog />
    </div>
  );
}
