import { Link } from 'react-router';
import { Entrance } from '#app/features/signing-in/entrance.tsx';
import { JoinForm, JoinFromApplicationForm } from '#app/features/signing-in/join-form.tsx';
import { useClaim } from '#app/features/signing-in/use-claim.ts';
import { useVisitorsOnly } from '#app/features/signing-in/use-person.ts';
import { pageMeta } from '#app/page-meta.ts';
import { Button } from '#app/ui/button.tsx';
import type { Route } from './+types/join.ts';

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: '新規登録',
    description:
      '登録すると、お申し込みの状況と寄付の履歴をいつでもご覧いただけます。登録は無料です。',
  });

export const handle = { breadcrumb: '新規登録' };

export default function Join() {
  const { prepared } = useVisitorsOnly();
  const { appraisal, letGo } = useClaim();
  return (
    <Entrance
      title="新規登録"
      lead="お申し込みの状況と寄付の履歴を、いつでもご覧いただけます。"
      picture="seedling"
      otherWays={<RegisteredAlready />}
    >
      {appraisal ? (
        <>
          <JoinFromApplicationForm
            key={appraisal.appraisalId}
            appraisal={appraisal}
            isReady={prepared}
          />
          <p className="mt-4 text-center">
            <Button variant="quiet" size="small" onClick={letGo}>
              お申し込みとつなげずに登録する
            </Button>
          </p>
        </>
      ) : (
        <JoinForm isReady={prepared} />
      )}
    </Entrance>
  );
}

function RegisteredAlready() {
  return (
    <p>
      登録がお済みの方は
      <Link to="/login" className="inline-block py-2 font-bold text-coral-dark underline">
        ログイン
      </Link>
      へ
    </p>
  );
}
