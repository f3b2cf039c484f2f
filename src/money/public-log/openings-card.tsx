import { send } from '#kit/client/send.ts';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { Button } from '#kit/ui/button.tsx';
import { Card } from '#kit/ui/card.tsx';
import { Link } from '#kit/ui/links/link.tsx';
import { saveFile } from '#kit/ui/save-file.ts';
import { showToast } from '#kit/ui/toast.tsx';

/** Hands the donor what opens the public log's commitments to a gift. */
export function OpeningsCard({ appraisalId }: { appraisalId: string }) {
  const saving = useSubmission(
    () => send('GET /api/users/donations/:appraisalId/openings', { params: { appraisalId } }),
    {
      onDone(openings) {
        if (openings.length === 0) {
          showToast('控えは、寄付の歩みを公開記録に残した次の日から受け取れます。');
          return;
        }
        const text = `${JSON.stringify(openings, undefined, 1)}\n`;
        saveFile(new Blob([text], { type: 'application/json' }), `${appraisalId}.json`);
      },
    },
  );
  return (
    <Card as="section" aria-labelledby="openings" className="mt-6">
      <h2 id="openings" className="text-lg narrow:text-xl">
        公開記録の控え
      </h2>
      <p className="mt-2 mb-4">
        この寄付の歩みは、ほかの方には読めない形で公開記録に残しています。控えがあれば、あとから変えられていないことを
        <Link to="/verify#log" className="underline">
          ご自身で確かめられます
        </Link>
        。
      </p>
      <SubmitError message={saving.message} />
      <Button
        variant="outline"
        size="small"
        isBusy={saving.isPending}
        onClick={() => saving.send(undefined)}
      >
        控えを保存する
      </Button>
    </Card>
  );
}
