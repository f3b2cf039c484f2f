import { ErrorSummary } from '#kit/forms/error-summary.tsx';
import { Form } from '#kit/forms/form.tsx';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import { useForm } from '#kit/forms/use-form.ts';
import { Button } from '#kit/ui/button.tsx';
import { showMessage } from '#kit/ui/message.ts';
import { ProgressBar } from '#kit/ui/progress-bar.tsx';
import { type ChosenPapers, nothingChosen, ChosenPapers as Schema } from './chosen-papers.ts';
import { paperFacts } from './identity-check.ts';
import type { IdentityCheckStatus } from './identity-check-schema.ts';
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
