import { useSession } from '#app/session/session.ts';
import { Button } from '#app/ui/button.tsx';
import { JoinForm, JoinFromApplicationForm } from './join-form.tsx';
import { useClaim } from './use-claim.ts';

/** Registration; of who comes from an application, with what it says of them. */
export function JoinPanel() {
  const { prepared } = useSession();
  const { appraisal, letGo } = useClaim();
  if (!appraisal) return <JoinForm isReady={prepared} />;
  return (
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
  );
}
