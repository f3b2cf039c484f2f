import { Outlet } from 'react-router';
import { SecondFactorDialog } from '#app/session/second-factor/second-factor-dialog.tsx';
import { failureStatus, showServerError } from '#app/session/server-error.ts';
import { usePerson } from '#app/session/use-person.ts';
import { useQuery } from '#app/session/use-query.ts';
import { Card } from '#app/ui/card.tsx';
import { LoadFailure } from '#app/ui/load-failure.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
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
