import { ErrorSummary } from '#app/forms/error-summary.tsx';
import { Form } from '#app/forms/form.tsx';
import { SubmitError } from '#app/forms/submit-error.tsx';
import { useForm } from '#app/forms/use-form.ts';
import { Button } from '#app/ui/button.tsx';
import { showMessage } from '#app/ui/message.ts';
import { ProgressBar } from '#app/ui/progress-bar.tsx';
import { paperFacts } from '#domain/identity-checks/identity-check.ts';
import type { IdentityCheckStatus } from '#domain/identity-checks/identity-check-schema.ts';
import { type ChosenPapers, nothingChosen, ChosenPapers as Schema } from './chosen-papers.ts';
import { PaperFields } from './paper-fields.tsx';
import { usePapersUpload } from './use-papers-upload.ts';

/** The form in which the two papers of an identity check are chosen and sent. */
export function PapersForm({
  proof,
  onSent,
}: {
  proof: { appraisalId: string; token?: string | undefined };
  onSent: (status: IdentityCheckStatus) => void;
}) {
  const form = useForm({ schema: Schema, initial: nothingChosen, onInvalid: showMessage });
  const upload = usePapersUpload({ proof, form, onSent });
  const { isPending, share } = upload;
  return (
    <Form
      form={form}
      className="space-y-6"
      onSubmit={form.submit((chosen) => upload.send(withoutUnusedBacks(chosen)))}
    >
      <ErrorSummary form={form} />
      <PaperFields form={form} place={0} />
      <PaperFields form={form} place={1} />
      <SubmitError message={upload.message} />
      {isPending ? (
        <div className="flex flex-wrap items-end gap-4">
          <div className="min-w-48 grow">
            <ProgressBar
              label={share < 1 ? '書類を送っています' : '書類を暗号化しています'}
              value={share < 1 ? Math.round(share * 100) : undefined}
            />
          </div>
          <Button variant="outline" size="small" onClick={upload.cancel}>
            送信をやめる
          </Button>
        </div>
      ) : (
        <Button type="submit" className="w-full">
          書類を送る
        </Button>
      )}
    </Form>
  );
}

/** Drops a back that was chosen before the kind was changed to one without a back. */
const withoutUnusedBacks = ({ papers: [first, second] }: ChosenPapers): ChosenPapers => ({
  papers: [withoutUnusedBack(first), withoutUnusedBack(second)],
});

const withoutUnusedBack = <Paper extends ChosenPapers['papers'][number]>(paper: Paper): Paper => ({
  ...paper,
  back: paperFacts[paper.kind].hasBack ? paper.back : null,
});
