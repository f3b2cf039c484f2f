import { SubmitError } from '#kit/forms/submit-error.tsx';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { Button } from '#kit/ui/button.tsx';
import type { Scan } from '#warehouse/intake/scan.ts';
import { boxCodeOf } from '#warehouse/kits/box-code.ts';
import { takeBack } from './take-back-button.tsx';

/** Chooses the box of the application when the label does not say; preselects the next one that has not arrived. */
export function BoxChoice({
  scan,
  onChanged,
  onScan,
}: {
  scan: Scan;
  onChanged: (scan: Scan) => void;
  onScan: (code: string) => void;
}) {
  const { card } = scan;
  const submission = useSubmission(
    async (number: number) => ({ number, changed: await takeBack(scan.id, '') }),
    {
      onDone({ number, changed }) {
        onChanged(changed);
        if (card) onScan(boxCodeOf(card.appraisalId, number));
      },
    },
  );
  if (!card || !scan.isNumberGuessed || scan.takeBack !== 'free') return null;
  const others = Array.from({ length: card.boxes }, (_, index) => index + 1).filter(
    (number) => !card.came.includes(number),
  );
  if (others.length === 0) return null;
  return (
    <fieldset className="mt-3">
      <legend className="font-bold">{`番号に箱の指定がないため、${card.number}箱目としました。違うときは選んでください。`}</legend>
      <div className="mt-1 flex flex-wrap gap-2">
        {others.map((number) => (
          <Button
            key={number}
            variant="outline"
            size="small"
            isBusy={submission.isPending}
            onClick={() => submission.send(number)}
          >
            {`${number}箱目`}
          </Button>
        ))}
      </div>
      <SubmitError message={submission.message} />
    </fieldset>
  );
}
